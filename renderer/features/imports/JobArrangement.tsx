/** Which job each delivery belongs to: a list of jobs with their KLIC numbers, which can be moved from one to another. */
import type { ImportResult } from '../../../server/features/imports/schema.ts'
import { useLocale } from '../../locale.tsx'

/** KLIC numbers of each job */
export type Arrangement = readonly (readonly string[])[]

type About = Pick<ImportResult['jobs'][number], 'klic_type' | 'reference' | 'place'>

interface JobArrangementProps {
  arranged: Arrangement
  arrange: (arranged: Arrangement) => void
  /** What is said of a delivery */
  about: (klicNumber: string) => About
  /** @param first of the job's deliveries. @param no from 1 */
  headOf: (first: About, no: number) => string
  /** @param no from 1 */
  jobName: (no: number) => string
}

export const JobArrangement = ({ arranged, arrange, about, headOf, jobName }: JobArrangementProps) => {
  const { t } = useLocale()
  const move = (klicNumber: string, to: number) => {
    const without = arranged.map((numbers) => numbers.filter((number) => number !== klicNumber))
    const moved = without.map((numbers, index) => (index === to ? [...numbers, klicNumber] : numbers))
    arrange([...moved, ...(to === arranged.length ? [[klicNumber]] : [])].filter((numbers) => numbers.length > 0))
  }
  return (
    <ol>
      {arranged.map((numbers, index) => {
        const first = about(numbers[0]!)
        return (
          <li key={numbers[0]}>
            <span>{headOf(first, index + 1)}</span>
            <ul>
              {numbers.map((klicNumber) => (
                <li key={klicNumber}>
                  <span>
                    {klicNumber}
                    {about(klicNumber).place ? <span className="quiet"> {about(klicNumber).place}</span> : null}
                  </span>
                  <select
                    aria-label={t('imports.plan.jobOf', { klicNumber })}
                    value={index}
                    onChange={({ target }) => move(klicNumber, Number(target.value))}
                  >
                    {arranged.map((other, to) =>
                      about(other[0]!).klic_type === first.klic_type ? (
                        <option key={other[0]} value={to}>
                          {jobName(to + 1)}
                        </option>
                      ) : null,
                    )}
                    {numbers.length > 1 ? <option value={arranged.length}>{t('imports.plan.newJob')}</option> : null}
                  </select>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
