/** Over the map, before anything is stored: which jobs the files become. A delivery can be moved to another job. */
import { useState } from 'react'
import type { Imported } from '../../../server/contract/imports.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton } from '../../ui/parts.tsx'
import type { Imports } from './use-imports.ts'

interface ImportPlanProps {
  jobs: Imported['jobs']
  confirm: Imports['confirm']
  cancel: () => void
}

export const ImportPlan = ({ jobs, confirm, cancel }: ImportPlanProps) => {
  const { words } = useSpeech()
  const { plan } = words.imports
  /** KLIC numbers of each job. */
  const [arranged, arrange] = useState<readonly (readonly string[])[]>(jobs.map((job) => job.klic_numbers))
  const plannedWith = (klicNumber: string) => jobs.find((job) => job.klic_numbers.includes(klicNumber))!
  const move = (klicNumber: string, to: number) => {
    const without = arranged.map((numbers) => numbers.filter((number) => number !== klicNumber))
    const moved = without.map((numbers, index) => (index === to ? [...numbers, klicNumber] : numbers))
    arrange([...moved, ...(to === arranged.length ? [[klicNumber]] : [])].filter((numbers) => numbers.length > 0))
  }
  const count = arranged.flat().length
  return (
    <section className="import-notice import-plan" aria-labelledby="import-plan-title">
      <strong id="import-plan-title">{plan.title(count, arranged.length)}</strong>
      <p className="quiet">{plan.rule}</p>
      <ol>
        {arranged.map((numbers, index) => {
          const first = plannedWith(numbers[0]!)
          return (
            <li key={numbers[0]}>
              <span>
                {words.jobs.kinds[first.klic_type]}
                {first.reference ? <> · {first.reference}</> : null}
              </span>
              <ul>
                {numbers.map((klicNumber) => (
                  <li key={klicNumber}>
                    <span>
                      {klicNumber}
                      {plannedWith(klicNumber).place ? (
                        <span className="quiet"> {plannedWith(klicNumber).place}</span>
                      ) : null}
                    </span>
                    <select
                      aria-label={plan.jobOf(klicNumber)}
                      value={index}
                      onChange={({ target }) => move(klicNumber, Number(target.value))}
                    >
                      {arranged.map((other, to) =>
                        plannedWith(other[0]!).klic_type === first.klic_type ? (
                          <option key={other[0]} value={to}>
                            {plan.job(to + 1)}
                          </option>
                        ) : null,
                      )}
                      {numbers.length > 1 ? <option value={arranged.length}>{plan.newJob}</option> : null}
                    </select>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
      <div className="row">
        <ActButton weight="primary" onPress={() => void confirm(arranged)}>
          {plan.open(arranged.length)}
        </ActButton>
        <ActButton weight="quiet" onPress={cancel}>
          {plan.cancel}
        </ActButton>
      </div>
    </section>
  )
}
