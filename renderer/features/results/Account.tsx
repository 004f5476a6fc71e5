/** The completeness account: what became of everything that was delivered, per operator, to the feature. */
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { useLocale } from '../../locale.tsx'
import { pick } from '../../place.ts'

const COLUMNS = ['delivered', 'drawn', 'without_geometry', 'administrative', 'unknown', 'merged'] as const

export const Account = ({ summary }: { summary: JobSummary }) => {
  const { t, number, language } = useLocale()
  const { account } = summary
  const nameOf = (code: string | null) =>
    summary.operators.find((operator) => operator.code === code)?.name ?? code ?? t('result.noOperator')
  // A column that is zero everywhere says nothing that the sum does not.
  const columns = COLUMNS.filter((column) => column === 'delivered' || (account?.total[column] ?? 0) > 0)
  return (
    <details className="block">
      <summary>{t('result.account')}</summary>
      {account ? (
        <>
          <p className="quiet">{t('result.accountWhy')}</p>
          <div className="scroll-x">
            <table className="account">
              <thead>
                <tr>
                  <th scope="col">{t('feature.columns.netbeheerder')}</th>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {t(`result.accountColumn.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {account.operators.map((row) => (
                  <tr key={row.bronhouder ?? ''}>
                    <th scope="row">{nameOf(row.bronhouder)}</th>
                    {columns.map((column) => (
                      <td key={column}>{number(row[column])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('result.total')}</th>
                  {columns.map((column) => (
                    <td key={column}>{number(account.total[column])}</td>
                  ))}
                </tr>
              </tfoot>
            </table>
          </div>
        </>
      ) : (
        <p className="quiet">{t('result.noAccount')}</p>
      )}
      {summary.warnings.length > 0 ? (
        <>
          <h4>{t('result.remarks')}</h4>
          <ul className="remarks">
            {summary.warnings.map((warning, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a revision never changes
              <li key={index}>
                {(language === 'nl' ? warning.message_nl : undefined) ?? warning.message}
                {warning.object_id ? (
                  <button type="button" className="link" onClick={() => pick([warning.object_id as string])}>
                    {t('result.showObject')}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}
