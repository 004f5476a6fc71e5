/** What lies in a drawn area: numbers and lengths by theme and operator, and the objects themselves. */
import type { JobSummary } from '../../../../server/contract/dashboard.ts'
import type { Selection } from '../../../../server/contract/results.ts'
import { useSpeech } from '../../../i18n/words.tsx'
import { adjust } from '../../../place.ts'
import { namesOf } from './names.ts'

export const SelectionView = ({ selection, summary }: { selection: Selection; summary: JobSummary }) => {
  const { words, number, side, theme, className } = useSpeech()
  const text = words.asking.selection
  const { total, counts, features } = selection
  const nameOf = namesOf(summary, theme, text.noTheme)
  const lengthM = counts.reduce((sum, { length_m }) => sum + length_m, 0)
  if (total === 0) return <p role="status">{text.nothing}</p>
  return (
    <>
      <p role="status">
        <strong>{text.said(number(total), side(lengthM))}</strong>
      </p>
      <table className="asked">
        <caption className="unseen">{text.counts}</caption>
        <thead>
          <tr>
            <th>{words.asking.section.what}</th>
            <th>{text.number}</th>
            <th>{text.length}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => {
            const { theme: themeName, operator, colour } = nameOf({ thema: count.theme, bronhouder: count.operator })
            return (
              <tr key={`${count.theme} ${count.operator}`}>
                <td>
                  <span className="asked-object">
                    <span className="swatch" style={{ background: colour }} />
                    <span>
                      {themeName}
                      <small>{operator}</small>
                    </span>
                  </span>
                </td>
                <td>{number(count.count)}</td>
                <td>{count.length_m > 0 ? side(count.length_m) : ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <details className="block">
        <summary>
          {text.list} <span className="quiet">{text.first(number(features.length), number(total))}</span>
        </summary>
        <ul className="asked-list">
          {features.map(({ layer, properties }) => {
            const { theme: themeName, operator, colour } = nameOf(properties)
            const id = String(properties.id)
            return (
              <li key={`${layer} ${id}`}>
                <button type="button" className="asked-object" onClick={() => adjust({ picked: [id] })}>
                  <span className="swatch" style={{ background: colour }} />
                  <span>
                    {className(properties.objecttype) || words.feature.unnamed}
                    <small>
                      {themeName}, {operator}
                    </small>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </details>
    </>
  )
}
