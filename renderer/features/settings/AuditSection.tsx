/** Who filed what, and for how many euros. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActPage } from '../../../server/features/settings/audit-schema.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { Pages } from '../../ui/Pages.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { useWho } from '../projects/use-who.ts'
import { auditQuery, statementUrl } from './audit-api.ts'

const StatementLinks = () => {
  const { t } = useLocale()
  const [month, setMonth] = useState(() =>
    new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' }).slice(0, 7),
  )
  const isMonth = /^20\d\d-(0[1-9]|1[0-2])$/.test(month)
  return (
    <section className="block" aria-label={t('audit.statement')}>
      <h4>{t('audit.statement')}</h4>
      <p className="with-button">
        <label className="field">
          <span>{t('audit.month')}</span>
          <input type="month" value={month} onChange={({ target }) => setMonth(target.value)} />
        </label>
        {isMonth ? (
          <a href={statementUrl(month)} download>
            CSV
          </a>
        ) : null}
      </p>
    </section>
  )
}

const MonthSums = ({ months }: { months: ActPage['months'] }) => {
  const { t, euros, month } = useLocale()
  return (
    <section className="block" aria-label={t('audit.perMonth')}>
      <h4>{t('audit.perMonth')}</h4>
      <Facts
        facts={months.map((sum) => [
          `${month(sum.month)}, ${t(`registry.environments.${sum.environment}.name`)}`,
          `${t('jobs.parts', { n: sum.notifications })} · ${euros(sum.amount.amount)}`,
        ])}
      />
    </section>
  )
}

export const AuditSection = () => {
  const { t, moment, euros, number } = useLocale()
  const [page, setPage] = useState(1)
  const acts = useQuery(auditQuery(page))
  const who = useWho()
  return (
    <>
      <p>{t('audit.why')}</p>
      <StatementLinks />
      {acts.error ? <ProblemBox error={acts.error} /> : null}
      {acts.data?.data.length === 0 ? <p className="empty">{t('audit.none')}</p> : null}
      {acts.data && acts.data.data.length > 0 ? (
        <>
          {/* It scrolls sideways where the window is narrow, and so has to be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
          <section className="table-box" tabIndex={0} aria-label={t('audit.title')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('audit.when')}</th>
                  <th scope="col">{t('audit.who')}</th>
                  <th scope="col">{t('audit.job')}</th>
                  <th scope="col" className="figure">
                    {t('audit.count')}
                  </th>
                  <th scope="col" className="figure">
                    {t('audit.amount')}
                  </th>
                  <th scope="col">{t('audit.billedBy')}</th>
                  <th scope="col">{t('audit.where')}</th>
                  <th scope="col">{t('audit.from')}</th>
                </tr>
              </thead>
              <tbody>
                {acts.data.data.map((act) => (
                  <tr key={act.act_id}>
                    <td>{moment(act.at)}</td>
                    <td className="wraps">{who(act.actor)}</td>
                    <td className="wraps">
                      {act.job_id ? (
                        <ActButton weight="quiet" onPress={() => goTo({ job: act.job_id })}>
                          {act.reference ?? `…${act.job_id.slice(-6)}`}
                        </ActButton>
                      ) : null}
                    </td>
                    <td className="figure">{number(act.notifications)}</td>
                    <td className="figure">{euros(act.amount.amount)}</td>
                    <td className="wraps">
                      {act.environment === 'simulator' ? t('audit.nobody') : t(`audit.biller.${act.billed_by}`)}
                    </td>
                    <td className="wraps">{t(`registry.environments.${act.environment}.name`)}</td>
                    <td>{act.address}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <MonthSums months={acts.data.months} />
          <Pages pagination={acts.data.pagination} onGo={setPage} />
        </>
      ) : null}
    </>
  )
}
