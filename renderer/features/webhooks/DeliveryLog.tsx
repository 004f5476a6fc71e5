/** Everything that happened: told or not, with every try, and sending it again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookDelivery } from '../../../server/features/webhooks/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Pages } from '../../ui/Pages.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { type DeliveryState, deliveriesQuery, resend } from './api.ts'

const STATE_PILL = {
  recorded: 'pill-plain',
  waiting: 'pill-busy',
  sent: 'pill-good',
  given_up: 'pill-bad',
} as const satisfies Record<DeliveryState, string>
const STATES = Object.keys(STATE_PILL) as DeliveryState[]

const DeliveryRow = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { t, moment } = useLocale()
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
        <span className={`pill ${STATE_PILL[state]}`}>{t(`webhooks.state.${state}`)}</span>
      </div>
      <p className="quiet">
        {moment(created_at)}
        {target_url ? ` · ${target_url}` : ''}
        {next_attempt_at ? ` · ${t('webhooks.nextTry', { when: moment(next_attempt_at) })}` : ''}
      </p>
      <div className="row spread top">
        <details>
          <summary>
            {attempts.length > 0 ? t('webhooks.tries', { count: attempts.length }) : t('webhooks.body')}
          </summary>
          <ol>
            {attempts.map(({ no, at, status, duration_ms, error }) => (
              <li key={no} className="quiet">
                {moment(at)}:{' '}
                {status === null ? t('webhooks.noAnswer') : t('webhooks.answered', { status, ms: duration_ms })}
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
            aria-label={`${t('webhooks.again')}: ${type}, ${moment(created_at)}`}
            busy={resending.isPending}
            onPress={() => resending.mutate()}
          >
            {t('webhooks.again')}
          </ActButton>
        ) : null}
      </div>
      {resending.error ? <ProblemBox error={resending.error} /> : null}
    </li>
  )
}

export const DeliveryLog = () => {
  const { t } = useLocale()
  const [state, setState] = useState<DeliveryState | null>(null)
  const [page, setPage] = useState(1)
  const deliveries = useQuery(deliveriesQuery(state, page))
  return (
    <section className="block" aria-label={t('webhooks.log')}>
      <h4>{t('webhooks.log')}</h4>
      <Choice
        label={t('webhooks.filter')}
        value={state ?? ''}
        options={[['', t('webhooks.all')], ...STATES.map((each) => [each, t(`webhooks.state.${each}`)] as const)]}
        onChange={(value) => {
          setState(value === '' ? null : (value as DeliveryState))
          setPage(1)
        }}
      />
      {deliveries.error ? <ProblemBox error={deliveries.error} /> : null}
      {deliveries.data?.data.length === 0 ? <p className="empty">{t('webhooks.logNone')}</p> : null}
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
