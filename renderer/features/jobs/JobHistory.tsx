/** The course of a job: what it is, to which project it belongs, what happened, and its parts. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import { mayChange } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { Facts } from '../../ui/parts.tsx'
import { WarningList } from '../../ui/WarningList.tsx'
import { JobProject } from './JobProject.tsx'
import { RegistrySays } from './RegistrySays.tsx'
import { Timeline } from './Timeline.tsx'

const Parts = ({ job }: { job: Job }) => {
  const { t, length } = useLocale()
  // Of a single part it has been said above.
  const above = job.parts.length === 1 ? job.errors : []
  return (
    <details className="block parts" open={job.status !== 'ready' && job.parts.length <= 12}>
      <summary>
        {t('job.parts')} <span className="quiet">{job.parts.length}</span>
      </summary>
      <ol>
        {job.parts.map((part) => (
          <li key={part.part_no} className={`part part-${part.status}`}>
            <span className="part-no">{part.part_no}</span>
            <span>
              {part.klic_number ?? t('job.part', { n: part.part_no })}
              <small>
                {length(part.extent_m.width)} × {length(part.extent_m.height)}
              </small>
            </span>
            <span className="part-state">{t(`partState.${part.status}`)}</span>
            <RegistrySays errors={part.errors.filter(({ code }) => !above.some((error) => error.code === code))} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const Warnings = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const warnings = job.warnings.filter(({ code }) => code !== 'IMPORTED')
  if (warnings.length === 0) return null
  return (
    <details className="block">
      <summary>
        {t('job.warnings')} <span className="quiet">{warnings.length}</span>
      </summary>
      <WarningList warnings={warnings} canChange={mayChange(job.status)} />
    </details>
  )
}

export const JobHistory = ({ job }: { job: Job }) => {
  const { t, euros, day, moment, surface } = useLocale()
  const facts = [
    [t('area.kind'), t(`klicType.${job.klic_type}.name`)],
    ...(job.source === 'imported'
      ? [[t('imports.numbers'), job.parts.map(({ klic_number }) => klic_number).join(', ')] as const]
      : [
          [
            t('job.price'),
            `${euros(job.quote.total.amount)} (${t('jobs.parts', { n: job.quote.notifications })})`,
          ] as const,
        ]),
    [t('area.surface'), surface(job.area_m2)],
    ...(job.start_date ? [[t('job.start'), day(job.start_date)] as const] : []),
    ...(job.submitted_at
      ? [[t('job.filed'), moment(job.submitted_at)] as const]
      : [[job.source === 'imported' ? t('imports.imported') : t('job.created'), moment(job.created_at)] as const]),
    ...(job.ready_at ? [[t('job.ready'), moment(job.ready_at)] as const] : []),
  ] as const
  const holds = job.status === 'quoted' && job.next_action_reason !== 'quote_expired'
  return (
    <>
      <Warnings job={job} />
      <Facts facts={facts} />
      <JobProject jobId={job.job_id} />
      {holds ? <p className="quiet">{t('job.validUntil', { day: day(job.quote.expires_at) })}</p> : null}
      <Timeline key={`timeline ${job.job_id}`} job={job} />
      <Parts job={job} />
    </>
  )
}
