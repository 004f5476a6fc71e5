/** API and integrations: where the API is, and the keys to it. A secret is shown once, at its making. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldError, Form, Input, Label, Radio, RadioGroup, Text, TextField } from 'react-aria-components'
import type { Key } from '../../../server/features/keys/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { ListRow, ServersOwn } from '../settings/form/fields.tsx'
import { SettingsForm } from '../settings/form/SettingsForm.tsx'
import type { SectionProps } from '../settings/section.ts'
import { isLeftAccess, LeftAccess } from '../users/LeftAccess.tsx'
import { createKey, keysQuery, revokeKey } from './api.ts'

const LEVELS = { read: ['read'], write: ['read', 'write'], admin: ['read', 'write', 'admin'] } as const
type Level = keyof typeof LEVELS

/** @returns undefined for a set that this page does not make, such as admin alone */
const levelOf = ({ permissions }: Key): Level | undefined =>
  (Object.keys(LEVELS) as Level[]).find(
    (level) => LEVELS[level].length === permissions.length && LEVELS[level].every((each) => permissions.includes(each)),
  )

/** @returns undefined when nothing is typed, null when it is no amount */
const amountOf = (typed: string): string | undefined | null => {
  if (typed.trim() === '') return undefined
  const [, euros, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return euros === undefined ? null : `${euros}.${cents.padEnd(2, '0')}`
}

/** A key that expires on a day works until that day is over, here. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

const NewKeyForm = () => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [level, setLevel] = useState<Level>('read')
  const [expires, setExpires] = useState('')
  const [limit, setLimit] = useState('')
  const amount = amountOf(limit)
  const making = useMutation({
    mutationFn: () =>
      createKey({
        name: name.trim(),
        permissions: [...LEVELS[level]],
        ...(expires ? { expires_at: endOf(expires) } : {}),
        ...(amount ? { daily_limit: amount } : {}),
      }),
    onSuccess: () => {
      setName('')
      setExpires('')
      setLimit('')
      void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
    // The secret must not outlive this form.
    gcTime: 0,
  })
  return (
    <Form
      className="block"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && amount !== null) making.mutate()
      }}
    >
      <h4>{t('keys.make')}</h4>
      <TextField className="field" value={name} onChange={setName} maxLength={100} isRequired>
        <Label>{t('keys.name')}</Label>
        <Input autoComplete="off" placeholder={t('keys.nameExample')} />
      </TextField>
      <RadioGroup className="kinds" value={level} onChange={(value) => setLevel(value as Level)}>
        <Label>{t('keys.may')}</Label>
        {(Object.keys(LEVELS) as Level[]).map((one) => (
          <Radio key={one} value={one} className="kind">
            <strong>{t(`keys.level.${one}.name`)}</strong>
            <span>{t(`keys.level.${one}.what`)}</span>
          </Radio>
        ))}
      </RadioGroup>
      <div className="fields halves">
        <DayField label={t('keys.expires')} value={expires} onChange={setExpires} />
        <TextField className="field" value={limit} onChange={setLimit} isInvalid={amount === null}>
          <Label>{t('keys.dailyLimit')}</Label>
          <Input autoComplete="off" inputMode="decimal" />
          <Text slot="description">{t('keys.dailyLimitHint')}</Text>
          <FieldError className="field-error">{t('form.wrong.field.billing.daily_limit_cents')}</FieldError>
        </TextField>
      </div>
      <ActButton type="submit" weight="primary" busy={making.isPending}>
        {t('keys.make')}
      </ActButton>
      {making.error ? <ProblemBox error={making.error} /> : null}
      {making.data ? (
        <div className="secret" role="status">
          <strong>{t('keys.secretOnce')}</strong>
          <Copyable text={making.data.secret} label={making.data.name} />
        </div>
      ) : null}
    </Form>
  )
}

const KeyRow = ({ item }: { item: Key }) => {
  const { t, day, euros } = useLocale()
  const level = levelOf(item)
  const may = level
    ? t(`keys.level.${level}.name`)
    : item.permissions.map((each) => t(`keys.single.${each}`)).join(', ')
  const what = item.kind === 'gis' ? t('keys.gis') : may
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const revoking = useMutation({
    mutationFn: (madeKeys: 'revoke' | 'keep' | undefined) => revokeKey(item.key_id, madeKeys),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  return (
    <li className="key" data-revoked={item.revoked_at !== null || undefined}>
      <div>
        <strong>{item.name}</strong>
        <span className="quiet">
          <code>{item.prefix}…</code> {what}
          {item.permissions.includes('write') ? ` · ${t(`keys.registry.${item.environment}`)}` : ''}
        </span>
        <span className="quiet">
          {item.revoked_at
            ? t('keys.revoked', { day: day(item.revoked_at) })
            : item.last_used_at
              ? t('keys.lastUsed', { day: day(item.last_used_at) })
              : t('keys.neverUsed')}
          {item.expires_at && !item.revoked_at ? ` · ${t('keys.until', { day: day(item.expires_at) })}` : ''}
          {item.daily_limit && !item.revoked_at ? ` · ${t('keys.mostADay', { amount: euros(item.daily_limit) })}` : ''}
        </span>
      </div>
      {item.revoked_at ? null : asking ? (
        <ActButton weight="primary" busy={revoking.isPending} onPress={() => revoking.mutate(undefined)}>
          {t('keys.revoke')}
        </ActButton>
      ) : (
        <IconButton label={`${t('keys.revoke')}: ${item.name}`} onPress={() => setAsking(true)}>
          <TrashIcon />
        </IconButton>
      )}
      <LeftAccess
        error={revoking.error}
        other={t('keys.keepMade')}
        isBusy={revoking.isPending}
        revoke={() => revoking.mutate('revoke')}
        keep={() => revoking.mutate('keep')}
      />
      {revoking.error && !isLeftAccess(revoking.error) ? <ProblemBox error={revoking.error} /> : null}
    </li>
  )
}

const ORIGINS = 'api.allowed_origins'
export const KeysSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const keys = useQuery(keysQuery)
  const inUse = keys.data?.data.filter(({ revoked_at }) => revoked_at === null) ?? []
  const revoked = keys.data?.data.filter(({ revoked_at }) => revoked_at !== null) ?? []
  return (
    <>
      <section className="block">
        <p>{t('keys.why')}</p>
        <Copyable text={`${session.base_url || location.origin}/api/v1`} label={t('keys.address')} />
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('keys.docs')}
        </a>
      </section>
      {keys.error ? <ProblemBox error={keys.error} /> : null}
      {keys.data ? (
        <section className="block">
          <h4>{t('keys.list')}</h4>
          {inUse.length === 0 ? <p className="quiet">{t('keys.none')}</p> : null}
          <ul>
            {[...inUse, ...revoked].map((item) => (
              <KeyRow key={item.key_id} item={item} />
            ))}
          </ul>
        </section>
      ) : null}
      <NewKeyForm />
      <SettingsForm section="keys">
        <h4>{t('keys.origins')}</h4>
        <ServersOwn path={ORIGINS} label={t('keys.origins')}>
          <ListRow
            path={ORIGINS}
            label={t('keys.originsField')}
            hint={t('keys.originsHint')}
            placeholder="https://gis.example"
          />
        </ServersOwn>
      </SettingsForm>
    </>
  )
}
