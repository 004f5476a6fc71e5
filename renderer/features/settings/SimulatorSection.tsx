/** The simulator: its scene, its speed, its clock, and what was filed with it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SimulatorLedger } from '../../../server/features/settings/simulator-schema.ts'
import { SCENES } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { ledgerQuery, simulatorQuery, steerSimulator } from './api.ts'

const FACTORS = [1, 10, 60, 240, 1000, 10_000]
const STEPS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
const VERDICT_PILL = { accepted: 'pill-good', rejected: 'pill-bad', failed: 'pill-care' } as const

const Ledger = ({ ledger }: { ledger: SimulatorLedger }) => {
  const { t, moment, number } = useLocale()
  if (ledger.data.length === 0) return <p className="empty">{t('simulatorPage.ledgerNone')}</p>
  return (
    <>
      <p className="quiet">
        {t('simulatorPage.billed', { count: ledger.notifications, figure: number(ledger.notifications) })}
      </p>
      <ol>
        {ledger.data.map((order) => (
          <li key={order.post_id} className="log-row">
            <div className="row spread">
              <strong>{order.reference || t('jobs.noReference')}</strong>
              <span className={`pill ${VERDICT_PILL[order.verdict]}`}>
                {t(`simulatorPage.verdict.${order.verdict}`)}
              </span>
            </div>
            <p className="quiet">
              {moment(order.received_at)}
              {order.times_received > 1 ? ` · ${t('simulatorPage.received', { times: order.times_received })}` : ''}
              {order.codes.length > 0 ? ` · ${order.codes.join(', ')}` : ''}
            </p>
            <ul>
              {order.requests.map((request) => (
                <li key={request.gi_aanvraag_id} className="quiet">
                  {request.klic_number || request.position} · {request.status} ·{' '}
                  {request.safety
                    ? t('simulatorPage.safety')
                    : t('simulatorPage.deliveries', { count: request.deliveries })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

export const SimulatorSection = () => {
  const { t, moment, number } = useLocale()
  const queries = useQueryClient()
  const simulator = useQuery(simulatorQuery)
  const ledger = useQuery(ledgerQuery)
  const steering = useMutation({
    mutationFn: steerSimulator,
    onSuccess: (state) => queries.setQueryData(simulatorQuery.queryKey, state),
  })
  if (simulator.error) return <ProblemBox error={simulator.error} />
  if (!simulator.data) return <p className="quiet">{t('loading')}</p>
  const { scenario, factor, now, codes } = simulator.data
  const [scene = '', code = ''] = scenario.split(':')
  const choose = (next: string) =>
    steering.mutate({ scenario: next === 'reject' ? `reject:${codes[0]?.code ?? 'COR0309'}` : next })
  const factors = FACTORS.includes(factor) ? FACTORS : [...FACTORS, factor].toSorted((a, b) => a - b)
  return (
    <>
      <p>{t('simulatorPage.why')}</p>
      <Choice
        label={t('simulatorPage.scene')}
        value={scene}
        options={[
          ['', t('simulatorPage.noScene')],
          ...SCENES.map((each) => [each, `${each}: ${t(`scene.${each}`)}`] as const),
        ]}
        hint={t('simulatorPage.sceneHint')}
        onChange={choose}
      />
      {scene === 'reject' ? (
        <Choice
          label={t('simulatorPage.code')}
          value={code}
          options={codes.map((each) => [each.code, `${each.code}: ${each.text}`])}
          onChange={(next) => steering.mutate({ scenario: `reject:${next}` })}
        />
      ) : null}
      <Choice
        label={t('simulatorPage.speed')}
        value={String(factor)}
        options={factors.map((each) => [
          String(each),
          each === 1 ? t('simulatorPage.asRegistry') : t('simulatorPage.times', { factor: number(each, 2) }),
        ])}
        onChange={(next) => steering.mutate({ factor: Number(next) })}
      />
      <section className="block">
        <p>
          {t('simulatorPage.clock')}: <strong>{moment(now)}</strong>
        </p>
        <fieldset className="row" aria-label={t('simulatorPage.ahead')}>
          <span className="quiet">{t('simulatorPage.ahead')}</span>
          {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
            <ActButton
              key={step}
              aria-label={`${t('simulatorPage.ahead')}: ${t(`simulatorPage.steps.${step}`)}`}
              onPress={() => steering.mutate({ step_ms: STEPS[step] })}
            >
              {t(`simulatorPage.steps.${step}`)}
            </ActButton>
          ))}
        </fieldset>
        <span role="status" className="quiet">
          {steering.isSuccess ? t('simulatorPage.chosen') : null}
        </span>
      </section>
      {steering.error ? <ProblemBox error={steering.error} /> : null}
      <section className="block">
        <h4>{t('simulatorPage.ledger')}</h4>
        {ledger.error ? <ProblemBox error={ledger.error} /> : null}
        {ledger.data ? <Ledger ledger={ledger.data} /> : null}
      </section>
    </>
  )
}
