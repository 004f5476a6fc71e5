/** Warnings of a quote or a job in the window's language; one without words of its own in the server's. */
import { useLocale } from '../locale.tsx'

/** The day or the moment that the server's sentence names. */
const NAMED = /\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/

interface WarningListProps {
  warnings: readonly { code: string; message: string }[]
  /** What is asked for can still be another */
  canChange: boolean
}

export const WarningList = ({ warnings, canChange }: WarningListProps) => {
  const { t, day, moment } = useLocale()
  return (
    <ul className="quiet">
      {warnings.map(({ code, message }) => {
        const [named = '', time] = NAMED.exec(message) ?? []
        const said = t.find(`warning.${code}`, {
          when: named && (time ? moment(named) : day(named)),
          hasWhen: named !== '',
          canChange,
        })
        return (
          <li key={code + message} lang={said === undefined ? 'en' : undefined}>
            {said ?? message}
          </li>
        )
      })}
    </ul>
  )
}
