/** How much of a result has still to be read, and the way there: on whichever page of it one is. */
import { flushSync } from 'react-dom'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { beginAt } from '../../ui/by-keys.ts'
import { ActButton } from '../../ui/parts.tsx'
import { FIRST_UNREAD } from './Attention.tsx'
import { useReading } from './use-reading.ts'
import { WhatIsNew } from './WhatIsNew.tsx'

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
  const { unread, supplement } = useReading(job, summary)
  if (!summary || unread.length === 0) return null
  return (
    <>
      {supplement ? <WhatIsNew revision={summary.revision} /> : null}
      <ActButton weight="quiet" onPress={toFirst}>
        {t('result.readFirst', { n: unread.length })}
      </ActButton>
    </>
  )
}
