/** The answer that a result is asked for, above all else of it: may one dig there, with the day and the first reason. */
import { flushSync } from 'react-dom'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { type DigReasonCode, dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { toneOfDig } from '../../tone.ts'
import { beginAt } from '../../ui/by-keys.ts'
import { ActButton } from '../../ui/parts.tsx'
import { DIG_STATUS } from './DigStatus.tsx'
import { reasonOfDig } from './reason-of-dig.ts'
import { ToTrenches } from './ToTrenches.tsx'

/** Their day is the first on which one may dig. */
const NOT_BEFORE: readonly DigReasonCode[] = ['filed_lately', 'contact_lately']

const toReasons = () => {
  flushSync(() => updatePlace({ tab: 'attention' }))
  const status = document.getElementById(DIG_STATUS)
  if (!status) return
  beginAt(status)
  status.scrollIntoView({ block: 'start' })
}

export const DigHead = ({ job }: { job: Pick<Job, 'dig_status'> }) => {
  const speech = useLocale()
  const { t, day } = speech
  const { answer, reasons } = job.dig_status
  const [first, ...more] = reasons
  const notBefore = reasons.flatMap(({ code, day: from }) => (NOT_BEFORE.includes(code) && from ? [from] : [])).sort()
  const latest = notBefore.at(-1)
  const said =
    answer === 'yes'
      ? t('digging.head.yes', { day: day(dutchDate(Date.now())) })
      : answer === 'not_yet' && latest
        ? t('digging.head.notBefore', { day: day(latest) })
        : t(`digging.chip.${answer}`)
  return (
    <div className="dig-head" data-tone={toneOfDig[answer]}>
      <p role="status">
        <strong>{said}</strong>
        {first ? <span>{reasonOfDig(first, speech)}</span> : null}
      </p>
      <ToTrenches reason={first} />
      {more.length > 0 ? (
        <ActButton weight="quiet" onPress={toReasons}>
          {t('digging.head.more', { n: more.length })}
        </ActButton>
      ) : null}
    </div>
  )
}
