/** In the head of a job: what can be done with it at any time, on whichever page. */
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { isAskedToDig } from '../../tone.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { ActButton, Tipped } from '../../ui/parts.tsx'
import { Archive } from './Archive.tsx'
import { ProjectChoice } from './JobProject.tsx'

interface JobMenuProps {
  job: Job
  mayWrite: boolean
  look(): void
  repeat(): void
}

export const JobMenu = ({ job, mayWrite, look, repeat }: JobMenuProps) => {
  const { t } = useLocale()
  const acts = [[t('jobs.look'), look] as const, ...(isAskedToDig(job) ? [[t('lineage.repeat'), repeat] as const] : [])]
  return (
    <DialogTrigger>
      <Tipped tip={t('jobs.acts')}>
        <Button className="icon-button" aria-label={t('jobs.acts')}>
          <MoreIcon />
        </Button>
      </Tipped>
      <Popover className="popover" placement="bottom end">
        <Dialog className="job-menu" aria-label={t('jobs.acts')}>
          {({ close }) => (
            <>
              {acts.map(([label, act]) => (
                <ActButton
                  key={label}
                  weight="quiet"
                  onPress={() => {
                    close()
                    act()
                  }}
                >
                  {label}
                </ActButton>
              ))}
              <ProjectChoice job={job} />
              <Archive job={job} mayWrite={mayWrite} inMenu />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
