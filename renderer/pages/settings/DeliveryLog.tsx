/** Everything that happened: told or not, with every try, and sending it again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookDelivery } from '../../../server/contract/webhooks.ts'
import { type DeliveryState, deliveriesQuery, resend } from '../../api/webhooks.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Pages } from '../../ui/Pages.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

const STATE_PILL = {
  recorded: 'pill-plain',
  waiting: 'pill-busy',
  sent: 'pill-good',
  given_up: 'pill-bad',
} as const satisfies Record<DeliveryState, string>

const DeliveryRow = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { words, moment } = useSpeech()
  const text = words.webhooks
  const queries = useQueryClient()
  const resending = useMutation({
    mutationFn: () => resend(delivery.event_id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  const { type, created_at, state, target_url, next_attempt_at, attempts } = delivery
  return (
    <li className="log-row">
      <div className="row spread">
        <strong>{type}</strong>
        <span className={`pill ${STATE_PILL[state]}`}>{text.state[state]}</span>
      </div>
      <p className="quiet">
        {moment(created_at)}
        {target_url ? ` · ${target_url}` : ''}
        {next_attempt_at ? ` · ${text.nextTry(moment(next_attempt_at))}` : ''}
      </p>
      <div className="row spread top">
        <details>
          <summary>{attempts.length > 0 ? text.tries(attempts.length) : text.body}</summary>
          <ol>
            {attempts.map(({ no, at, status, duration_ms, error }) => (
              <li key={no} className="quiet">
                {moment(at)}: {status === null ? text.noAnswer : text.answered(status, duration_ms)}
                {error ? (
                  <>
                    {' '}
                    (<span lang="en">{error}</span>)
                  </>
                ) : null}
              </li>
            ))}
          </ol>
          <pre>{JSON.stringify(delivery.body, null, 2)}</pre>
        </details>
        {state === 'sent' || state === 'given_up' || state === 'recorded' ? (
          <ActButton
            weight="quiet"
            aria-label={`${text.again}: ${type}, ${moment(created_at)}`}
            busy={resending.isPending}
            onPress={() => resending.mutate()}
          >
            {text.again}
          </ActButton>
        ) : null}
      </div>
      {resending.error ? <ProblemBox error={resending.error} /> : null}
    </li>
  )
}

export const DeliveryLog = () => {
  const { words } = useSpeech()
  const text = words.webhooks
  const [state, setState] = useState<DeliveryState | null>(null)
  const [page, setPage] = useState(1)
  const deliveries = useQuery(deliveriesQuery(state, page))
  return (
    <section className="block" aria-label={text.log}>
      <h4>{text.log}</h4>
      <Choice
        label={text.filter}
        value={state ?? ''}
        options={[['', text.all], ...Object.entries(text.state)]}
        onChange={(value) => {
          setState(value === '' ? null : (value as DeliveryState))
          setPage(1)
        }}
      />
      {deliveries.error ? <ProblemBox error={deliveries.error} /> : null}
      {deliveries.data?.data.length === 0 ? <p className="empty">{text.logNone}</p> : null}
      {deliveries.data ? (
        <>
          <ol>
            {deliveries.data.data.map((delivery) => (
              <DeliveryRow key={delivery.event_id} delivery={delivery} />
            ))}
          </ol>
          <Pages pagination={deliveries.data.pagination} onGo={setPage} />
        </>
      ) : null}
    </section>
  )
}
