/** What the shell says of a job, of a day and of trouble, in the language of the window. */
import { type Language, localeOf } from '../server/texts/languages.ts'
import { type Translate, translate } from '../server/texts/texts.ts'
import type { ServerFailure } from './supervise.ts'
import type { ClockEvent, Due } from './watch-jobs.ts'

/** What a notification says of a job that ended: by the reason of a result, else by the state. */
export const endText = (t: Translate, status: string, reason: string): string =>
  t.find(`shell.jobEnded.${reason}`) ??
  // Nobody may dig by a message that says complete where more is to be read.
  (status === 'ready' ? undefined : t.find(`shell.jobEnded.${status}`)) ??
  t('shell.jobEnded.other')

/** What a notification says of a day that is due. */
export const dueText = (language: Language, type: ClockEvent, { day, operators }: Due): string => {
  const t = translate(language)
  const locale = localeOf(language)
  return t(`shell.due.${type}`, {
    day: new Date(day).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' }),
    operators: operators.map((name) => name || t('shell.precautionArea')).join(', '),
  })
}

/** What broke, that nothing is lost, where the log is, what to try. */
export const describeFailure = ({ kind, ended, lastLine, logFile }: ServerFailure, language: Language): string => {
  const t = translate(language)
  return [
    t(kind === 'did-not-start' ? 'shell.trouble.didNotStart' : 'shell.trouble.failedOften'),
    t('shell.trouble.what', { what: lastLine ? `${ended} (${lastLine})` : ended }),
    t('shell.trouble.data'),
    t('shell.trouble.log', { file: logFile }),
    t('shell.trouble.again'),
  ].join('\n')
}
