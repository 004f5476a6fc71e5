/** The simulator: its scene, its speed, its clock, and what was filed with it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SimulatorLedger } from '../../../server/contract/simulator.ts'
import { SCENES, type Scene } from '../../../server/contract/vocabulary.ts'
import { ledgerQuery, simulatorQuery, steerSimulator } from '../../api/settings.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

const FACTORS = [1, 10, 60, 240, 1000, 10_000]
const STEPS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
const VERDICT_PILL = { accepted: 'pill-good', rejected: 'pill-bad', failed: 'pill-care' } as const

const Ledger = ({ ledger }: { ledger: SimulatorLedger }) => {
  const { words, moment, number } = useSpeech()
  const { simulatorPage } = words
  if (ledger.data.length === 0) return <p className="empty">{simulatorPage.ledgerNone}</p>
  return (
    <>
      <p className="quiet">{simulatorPage.billed(ledger.notifications, number(ledger.notifications))}</p>
      <ol>
        {ledger.data.map((order) => (
          <li key={order.post_id} className="log-row">
            <div className="row spread">
              <strong>{order.reference || words.jobs.noReference}</strong>
              <span className={`pill ${VERDICT_PILL[order.verdict]}`}>{simulatorPage.verdict[order.verdict]}</span>
            </div>
            <p className="quiet">
              {moment(order.received_at)}
              {order.times_received > 1 ? ` · ${simulatorPage.received(order.times_received)}` : ''}
              {order.codes.length > 0 ? ` · ${order.codes.join(', ')}` : ''}
            </p>
            <ul>
              {order.requests.map((request) => (
                <li key={request.gi_aanvraag_id} className="quiet">
                  {request.klic_number || request.position} · {request.status} ·{' '}
                  {request.safety ? simulatorPage.safety : simulatorPage.deliveries(request.deliveries)}
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
  const { words, language, moment, number } = useSpeech()
  const { simulatorPage } = words
  const queries = useQueryClient()
  const simulator = useQuery(simulatorQuery)
  const ledger = useQuery(ledgerQuery)
  const steering = useMutation({
    mutationFn: steerSimulator,
    onSuccess: (state) => queries.setQueryData(simulatorQuery.queryKey, state),
  })
  if (simulator.error) return <ProblemBox error={simulator.error} />
  if (!simulator.data) return <p className="quiet">{words.loading}</p>
  const { scenario, factor, now, codes } = simulator.data
  const [scene = '', code = ''] = scenario.split(':')
  const choose = (next: string) =>
    steering.mutate({ scenario: next === 'reject' ? `reject:${codes[0]?.code ?? 'COR0309'}` : next })
  const factors = FACTORS.includes(factor) ? FACTORS : [...FACTORS, factor].toSorted((a, b) => a - b)
  return (
    <>
      <p>{simulatorPage.why}</p>
      <Choice
        label={simulatorPage.scene}
        value={scene}
        options={[
          ['', simulatorPage.noScene],
          ...(Object.keys(SCENES) as Scene[]).map((each) => [each, `${each}: ${SCENES[each][language]}`] as const),
        ]}
        hint={simulatorPage.sceneHint}
        onChange={choose}
      />
      {scene === 'reject' ? (
        <Choice
          label={simulatorPage.code}
          value={code}
          options={codes.map((each) => [each.code, `${each.code}: ${each.text}`])}
          onChange={(next) => steering.mutate({ scenario: `reject:${next}` })}
        />
      ) : null}
      <Choice
        label={simulatorPage.speed}
        value={String(factor)}
        options={factors.map((each) => [
          String(each),
          each === 1 ? simulatorPage.asRegistry : simulatorPage.times(number(each, 2)),
        ])}
        onChange={(next) => steering.mutate({ factor: Number(next) })}
      />
      <section className="block">
        <p>
          {simulatorPage.clock}: <strong>{moment(now)}</strong>
        </p>
        <fieldset className="row" aria-label={simulatorPage.ahead}>
          <span className="quiet">{simulatorPage.ahead}</span>
          {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
            <ActButton
              key={step}
              aria-label={`${simulatorPage.ahead}: ${simulatorPage.steps[step]}`}
              onPress={() => steering.mutate({ step_ms: STEPS[step] })}
            >
              {simulatorPage.steps[step]}
            </ActButton>
          ))}
        </fieldset>
        <span role="status" className="quiet">
          {steering.isSuccess ? simulatorPage.chosen : null}
        </span>
      </section>
      {steering.error ? <ProblemBox error={steering.error} /> : null}
      <section className="block">
        <h4>{simulatorPage.ledger}</h4>
        {ledger.error ? <ProblemBox error={ledger.error} /> : null}
        {ledger.data ? <Ledger ledger={ledger.data} /> : null}
      </section>
    </>
  )
}
