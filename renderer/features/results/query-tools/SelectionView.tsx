/** What lies in a drawn area: numbers and lengths by theme and operator, and the objects themselves. */
import type { JobSummary } from '../../../../server/features/jobs/dashboard-schema.ts'
import type { Selection } from '../../../../server/features/results/schema.ts'
import { useLocale } from '../../../locale.tsx'
import { pick } from '../../../place.ts'
import { namesOf } from './names.ts'

export const SelectionView = ({ selection, summary }: { selection: Selection; summary: JobSummary }) => {
  const { t, number, side, theme, className } = useLocale()
  const { total, counts, features } = selection
  const nameOf = namesOf(summary, theme, t('asking.selection.noTheme'))
  const lengthM = counts.reduce((sum, { length_m }) => sum + length_m, 0)
  if (total === 0) return <p role="status">{t('asking.selection.nothing')}</p>
  return (
    <>
      <p role="status">
        <strong>{t('asking.selection.said', { n: number(total), length: side(lengthM) })}</strong>
      </p>
      <table className="asked">
        <caption className="unseen">{t('asking.selection.counts')}</caption>
        <thead>
          <tr>
            <th>{t('asking.section.what')}</th>
            <th>{t('asking.selection.number')}</th>
            <th>{t('asking.selection.length')}</th>
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
          {t('asking.selection.list')}{' '}
          <span className="quiet">
            {t('asking.selection.first', { n: number(features.length), of: number(total) })}
          </span>
        </summary>
        <ul className="asked-list">
          {features.map(({ layer, properties }) => {
            const { theme: themeName, operator, colour } = nameOf(properties)
            const id = String(properties.id)
            return (
              <li key={`${layer} ${id}`}>
                <button type="button" className="asked-object" onClick={() => pick([id])}>
                  <span className="swatch" style={{ background: colour }} />
                  <span>
                    {className(properties.objecttype) || t('feature.unnamed')}
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
