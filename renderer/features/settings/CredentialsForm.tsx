/** Entering credentials. They live in this form only, are sent once, and never come back. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Checkbox,
  FieldError,
  FileTrigger,
  Form,
  Input,
  Label,
  Radio,
  RadioGroup,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components'
import type { Credentials } from '../../../server/features/settings/registry-schema.ts'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { putCredentials, type RealEnvironment } from './api.ts'

const KINDS = ['client_credentials', 'authorization_code'] as const
type Kind = (typeof KINDS)[number]

const NOTHING = {
  client_id: '',
  key_id: '',
  private_key_pem: '',
  certificate_pem: '',
  client_secret: '',
  redirect_uri: '',
}
type FormValues = typeof NOTHING
type Name = keyof FormValues

const neededFor = (kind: Kind, hasMadeKey: boolean, { private_key_pem }: FormValues): readonly Name[] => {
  if (kind === 'authorization_code') return ['client_id', 'client_secret', 'redirect_uri']
  return hasMadeKey && private_key_pem === '' ? ['client_id'] : ['client_id', 'key_id', 'private_key_pem']
}

const bodyOf = (kind: Kind, entered: FormValues, isSecretInAddress: boolean) => {
  if (kind === 'authorization_code') {
    const { client_id, client_secret, redirect_uri } = entered
    return { kind, client_id, client_secret, redirect_uri, secret_in_address: isSecretInAddress }
  }
  const { client_id, key_id, private_key_pem, certificate_pem } = entered
  return {
    kind,
    client_id,
    ...(private_key_pem ? { key_id, private_key_pem } : {}),
    ...(certificate_pem ? { certificate_pem } : {}),
  }
}

export const CredentialsForm = ({
  environment,
  usedFor,
  hasMadeKey,
  onDone,
}: {
  environment: RealEnvironment
  usedFor: Credentials['used_for']
  /** A key was made here: none need be entered. */
  hasMadeKey: boolean
  onDone: (isKept: boolean) => void
}) => {
  const { t } = useLocale()
  const [kind, setKind] = useState<Kind>('client_credentials')
  const [entered, setEntered] = useState(NOTHING)
  const [isSecretInAddress, setSecretInAddress] = useState(false)
  const [judged, setJudged] = useState(false)
  const keeping = useMutation({
    mutationFn: () =>
      putCredentials({ environment, used_for: usedFor, credentials: bodyOf(kind, entered, isSecretInAddress) }),
    onSuccess: () => onDone(true),
    // Secrets must not outlive this form.
    gcTime: 0,
  })
  const needed = neededFor(kind, hasMadeKey, entered)
  const refused = keeping.error instanceof ApiError ? (keeping.error.detail?.errors ?? []) : []
  const problemOf = (name: Name): string | null => {
    if (judged && needed.includes(name) && entered[name] === '') return t('form.wrong.required')
    return refused.find(({ pointer }) => pointer.endsWith(`/${name}`))?.message ?? null
  }
  const field = (name: Name, label: string, more: { hint?: string; secret?: boolean; pem?: boolean } = {}) => {
    const problem = problemOf(name)
    const set = (text: string) => setEntered((now) => ({ ...now, [name]: text }))
    return (
      <TextField className="field" value={entered[name]} onChange={set} isInvalid={problem !== null}>
        <Label>{label}</Label>
        {more.pem ? (
          <TextArea rows={4} spellCheck="false" autoComplete="off" placeholder="-----BEGIN …" />
        ) : (
          <Input type={more.secret ? 'password' : 'text'} autoComplete="off" spellCheck="false" />
        )}
        {more.hint ? <Text slot="description">{more.hint}</Text> : null}
        <FieldError className="field-error">{problem}</FieldError>
        {more.pem ? (
          <FileTrigger
            acceptedFileTypes={['.pem', '.key', '.crt', '.cer']}
            onSelect={(files) => void files?.item(0)?.text().then(set)}
          >
            <ActButton weight="quiet" aria-label={`${t('registry.chooseFile')}: ${label}`}>
              {t('registry.chooseFile')}
            </ActButton>
          </FileTrigger>
        ) : null}
      </TextField>
    )
  }
  return (
    <Form
      className="block inset"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        setJudged(true)
        if (needed.every((name) => entered[name] !== '')) keeping.mutate()
      }}
    >
      {/* A company that files for others uses a machine's credentials. */}
      <RadioGroup className="kinds" value={kind} onChange={(value) => setKind(value as Kind)}>
        <Label>{t('registry.kind')}</Label>
        {KINDS.filter((each) => usedFor === 'own' || each === 'client_credentials').map((each) => (
          <Radio key={each} value={each} className="kind">
            <strong>{t(`registry.kinds.${each}.name`)}</strong>
            <span>{t(`registry.kinds.${each}.what`)}</span>
          </Radio>
        ))}
      </RadioGroup>
      {field('client_id', t('registry.clientId'))}
      {kind === 'client_credentials' ? (
        <>
          {hasMadeKey ? <p className="quiet">{t('registry.keyMadeHint')}</p> : null}
          {field('key_id', t('registry.keyId'))}
          {field('private_key_pem', t('registry.privateKey'), { pem: true })}
          {field('certificate_pem', t('registry.certificate'), { pem: true })}
        </>
      ) : (
        <>
          {field('client_secret', t('registry.clientSecret'), { secret: true })}
          {field('redirect_uri', t('registry.redirect'), { hint: t('registry.redirectHint') })}
          <Checkbox className="checkbox" isSelected={isSecretInAddress} onChange={setSecretInAddress}>
            <span className="tick-box" aria-hidden="true" />
            {t('registry.secretInAddress')}
          </Checkbox>
          <p className="quiet">{t('registry.secretInAddressHint')}</p>
        </>
      )}
      <p className="quiet">{t('registry.neverBack')}</p>
      {keeping.error ? <ProblemBox error={keeping.error} /> : null}
      <div className="row">
        <ActButton type="submit" weight="primary" busy={keeping.isPending}>
          {t('registry.keep')}
        </ActButton>
        <ActButton onPress={() => onDone(false)}>{t('cancel')}</ActButton>
      </div>
    </Form>
  )
}
