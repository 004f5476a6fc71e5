/** The company's address for events, the secret that signs them, and the record of every try. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhooks } from '../../../server/features/webhooks/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { SelectRow, ServersOwn, TextRow } from '../settings/form/fields.tsx'
import { SettingsForm } from '../settings/form/SettingsForm.tsx'
import { rotateSecret, testWebhook, webhooksQuery } from './api.ts'
import { DeliveryLog } from './DeliveryLog.tsx'

const OVERLAP_HOURS = { none: 0, day: 24, week: 168 } as const
type Overlap = keyof typeof OVERLAP_HOURS

const SecretBox = ({ webhooks }: { webhooks: Webhooks }) => {
  const { t, moment } = useLocale()
  const queries = useQueryClient()
  const [isShown, setIsShown] = useState(false)
  const [overlap, setOverlap] = useState<Overlap>('day')
  const rotating = useMutation({
    mutationFn: () => rotateSecret(OVERLAP_HOURS[overlap]),
    onSuccess: (next) => queries.setQueryData(webhooksQuery.queryKey, next),
  })
  const [newest, ...former] = webhooks.secrets
  return (
    <section className="block">
      <h4>{t('webhooks.secret')}</h4>
      <p>{t('webhooks.secretWhy')}</p>
      {newest ? (
        <>
          {isShown ? <Copyable text={newest.secret} label={t('webhooks.secret')} /> : null}
          {isShown
            ? former.map(({ secret, expires_at }) =>
                expires_at ? (
                  <Copyable
                    key={secret}
                    text={secret}
                    label={t('webhooks.formerUntil', { when: moment(expires_at) })}
                  />
                ) : null,
              )
            : null}
          <div className="row">
            <ActButton onPress={() => setIsShown(!isShown)}>
              {isShown ? t('webhooks.hide') : t('webhooks.show')}
            </ActButton>
          </div>
        </>
      ) : (
        <p className="quiet">{t('webhooks.noSecret')}</p>
      )}
      {former.map(({ secret, expires_at }) =>
        expires_at ? (
          <p key={secret} className="quiet">
            {t('webhooks.formerUntil', { when: moment(expires_at) })}
          </p>
        ) : null,
      )}
      <div className="with-button">
        <Choice
          label={t('webhooks.overlap')}
          value={overlap}
          options={(Object.keys(OVERLAP_HOURS) as Overlap[]).map((each) => [each, t(`webhooks.overlaps.${each}`)])}
          onChange={(value) => setOverlap(value as Overlap)}
        />
        <SureButton
          label={t('webhooks.rotate')}
          sure={t('form.sure')}
          busy={rotating.isPending}
          onPress={() => rotating.mutate()}
        />
      </div>
      {rotating.error ? <ProblemBox error={rotating.error} /> : null}
    </section>
  )
}

export const WebhooksSection = () => {
  const { t, moment } = useLocale()
  const queries = useQueryClient()
  const webhooks = useQuery(webhooksQuery)
  const testing = useMutation({
    mutationFn: testWebhook,
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  const { data } = webhooks
  return (
    <>
      <SettingsForm
        section="webhooks"
        onSaved={() => void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })}
      >
        <p>{t('webhooks.why')}</p>
        <TextRow
          path="webhooks.company_url"
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          empty={null}
          inputMode="url"
          placeholder="https://"
        />
        {data?.company_url_gone_at ? (
          <p className="field-problem">{t('webhooks.gone', { when: moment(data.company_url_gone_at) })}</p>
        ) : null}
        <ServersOwn path="webhooks.allow_private" label={t('webhooks.private')}>
          <SelectRow
            path="webhooks.allow_private"
            label={t('webhooks.private')}
            options={[
              ['', t('webhooks.privateChoices.usual', { isAllowed: data?.allow_private ?? true })],
              ['true', t('webhooks.privateChoices.yes')],
              ['false', t('webhooks.privateChoices.no')],
            ]}
            read={(value) => (value === '' ? null : value === 'true')}
          />
        </ServersOwn>
      </SettingsForm>
      {webhooks.error ? <ProblemBox error={webhooks.error} /> : null}
      {data ? (
        <>
          <div className="row">
            <ActButton
              busy={testing.isPending}
              blocked={data.company_url ? null : t('webhooks.testBlocked')}
              onPress={() => testing.mutate()}
            >
              {t('webhooks.test')}
            </ActButton>
          </div>
          {testing.error ? <ProblemBox error={testing.error} /> : null}
          <SecretBox webhooks={data} />
        </>
      ) : null}
      <DeliveryLog />
    </>
  )
}
