/** Before there is any job: three ways to begin. The example is filed at the simulator, and only where that is the registry. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, FileTrigger } from 'react-aria-components'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { FileIcon, LookIcon, SearchIcon } from '../../ui/icons.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import type { Imports } from '../imports/use-imports.ts'
import { sessionQuery } from '../users/session-api.ts'
import { createJob, submitJob } from './api.ts'

/** In RD, around the tower of Amersfoort. */
const EXAMPLE = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [154_920, 462_940],
      [155_080, 462_940],
      [155_080, 463_060],
      [154_920, 463_060],
      [154_920, 462_940],
    ],
  ],
}

const toSearch = () => document.querySelector<HTMLElement>('.search-box input')?.focus()

interface Ways {
  /** null: who may open none */
  openFiles: Imports['open'] | null
  environment: Session['environment']
}

export const FirstStart = ({ openFiles, environment }: Ways) => {
  const { t, language } = useLocale()
  const queries = useQueryClient()
  const showing = useMutation({
    mutationFn: async () => {
      const quote = await createJob({
        geometry: EXAMPLE,
        crs: 'EPSG:28992',
        klic_type: 'ORIENT',
        reference: t('jobs.start.exampleName'),
        // Pressed twice, it is one; in another language it has another reference.
        client_ref: `window:example:${language}`,
      })
      // Since this page was opened the registry may have become the real one, where nobody files an example.
      const now = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      return now.environment === 'simulator' ? submitJob(quote.job_id, null) : quote
    },
    onSuccess: (job) => {
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      goTo({ job: job.job_id })
    },
  })
  const way = (title: string, what: string) => (
    <span>
      <strong>{title}</strong>
      {what}
    </span>
  )
  return (
    <div className="first-start">
      <div className="empty">
        <strong>{t('jobs.emptyTitle')}</strong>
        <p>{t('jobs.empty')}</p>
      </div>
      <Button className="way" onPress={toSearch}>
        <SearchIcon />
        {way(t('jobs.start.search'), t('jobs.start.searchWhat'))}
      </Button>
      {openFiles ? (
        <FileTrigger
          allowsMultiple
          onSelect={(files) => void openFiles([...(files ?? [])].map((file) => ({ name: file.name, file })))}
        >
          <Button className="way">
            <FileIcon />
            {way(t('jobs.start.file'), t('jobs.start.fileWhat'))}
          </Button>
        </FileTrigger>
      ) : null}
      {openFiles && environment === 'simulator' ? (
        <Button className="way" isPending={showing.isPending} onPress={() => showing.mutate()}>
          <LookIcon />
          {way(t('jobs.start.example'), t('jobs.start.exampleWhat'))}
        </Button>
      ) : null}
      {showing.error ? <ProblemBox error={showing.error} /> : null}
    </div>
  )
}
