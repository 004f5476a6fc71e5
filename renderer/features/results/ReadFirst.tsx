/** How much of a result has still to be read, and the way there: on whichever page of it one is. */
import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { beginAt } from '../../ui/by-keys.ts'
import { ActButton } from '../../ui/parts.tsx'
import { attentionIn, FIRST_UNREAD } from './Attention.tsx'
import { attentionQuery } from './results-api.ts'

/** @returns of all that is to be read, and of what nobody is known to have read, the number */
export const useUnread = (job: Job, summary: JobSummary | undefined): { all: number; unread: number } => {
  const items = summary ? attentionIn(job, summary) : []
  const { data } = useQuery({
    ...attentionQuery(job.job_id, summary?.revision ?? 0),
    enabled: items.length > 0 && !isPreliminary(job),
  })
  const read = new Set(data?.data.flatMap(({ about, acknowledged }) => (acknowledged ? [about] : [])))
  return { all: items.length, unread: items.filter(({ about }) => !read.has(about)).length }
}

/** Whether one may dig stands above what is to be read, and takes a whole panel: the item itself is brought into sight. */
const toFirst = () => {
  flushSync(() => updatePlace({ tab: 'attention' }))
  const item = document.getElementById(FIRST_UNREAD)
  if (!item) return
  beginAt(item)
  item.scrollIntoView({ block: 'start' })
}

export const ReadFirst = ({ job, summary }: { job: Job; summary: JobSummary | undefined }) => {
  const { t } = useLocale()
  const { unread } = useUnread(job, summary)
  if (unread === 0) return null
  return (
    <ActButton weight="quiet" onPress={toFirst}>
      {t('result.readFirst', { n: unread })}
    </ActButton>
  )
}
