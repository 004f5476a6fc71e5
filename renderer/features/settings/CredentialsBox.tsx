/** What opens the registry: what is set (never its secrets), entering it anew, and logging in with the browser. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credentials } from '../../../server/features/settings/registry-schema.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { credentialsQuery, logInAtRegistry, makeKey, putCredentials, type RealEnvironment } from './api.ts'
import { CredentialsForm } from './CredentialsForm.tsx'

const LoginRow = ({ credentials }: { credentials: Credentials }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const beginning = useMutation({
    mutationFn: () => logInAtRegistry(credentials.environment),
    onSuccess: (address) => {
      window.open(address, '_blank', 'noopener')
      void queries.invalidateQueries({ queryKey: credentialsQuery.queryKey })
    },
  })
  const { state, message } = credentials.login
  return (
    <div className="block">
      <p role="status">
        {t(`registry.loginState.${state}`)} {message ? <code>{message}</code> : null}
      </p>
      <ActButton busy={beginning.isPending} onPress={() => beginning.mutate()}>
        {t('registry.login')}
      </ActButton>
      {beginning.data && state === 'waiting' ? (
        <a href={beginning.data} target="_blank" rel="noreferrer">
          {t('registry.loginOpen')}
        </a>
      ) : null}
      {beginning.error ? <ProblemBox error={beginning.error} /> : null}
    </div>
  )
}

const CredentialsSummary = ({ credentials }: { credentials: Credentials }) => {
  const { t, day } = useLocale()
  const { kind, client_id, key_id, certificate_ends_at, redirect_uri, secret_in_address, jwks } = credentials
  if (!kind && !key_id) return <p className="quiet">{t('registry.none')}</p>
  return (
    <>
      <p>{kind ? t(`registry.set.${kind}`) : t('registry.keyMade')}</p>
      <Facts
        facts={[
          ...(client_id ? [[t('registry.clientId'), client_id] as const] : []),
          ...(key_id ? [[t('registry.keyId'), key_id] as const] : []),
          ...(certificate_ends_at ? [[t('registry.certificateEnds'), day(certificate_ends_at)] as const] : []),
          ...(redirect_uri ? [[t('registry.redirect'), redirect_uri] as const] : []),
        ]}
      />
      {secret_in_address ? <p>{t('registry.secretInAddressSet')}</p> : null}
      {jwks ? (
        <details>
          <summary>{t('registry.jwks')}</summary>
          <Copyable text={JSON.stringify(jwks)} label={t('registry.jwks')} />
        </details>
      ) : null}
      {kind === 'authorization_code' ? <LoginRow credentials={credentials} /> : null}
    </>
  )
}

/** A key pair of this machine: Kadaster gets its public half before there is a client id. */
const MakeKey = ({ isThere }: { isThere: boolean }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: () => makeKey(isThere),
    onSuccess: (made) => queries.setQueryData(credentialsQuery.queryKey, made),
  })
  return (
    <>
      {isThere ? (
        <SureButton
          label={t('registry.makeAnotherKey')}
          sure={t('registry.makeAnotherKeySure')}
          busy={making.isPending}
          onPress={() => making.mutate()}
        />
      ) : (
        <ActButton busy={making.isPending} onPress={() => making.mutate()}>
          {t('registry.makeKey')}
        </ActButton>
      )}
      {making.error ? <ProblemBox error={making.error} /> : null}
    </>
  )
}

export const CredentialsBox = ({
  environment,
  usedFor = 'own',
}: {
  environment: RealEnvironment
  usedFor?: Credentials['used_for']
}) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [entering, setEntering] = useState(false)
  const [kept, setKept] = useState(false)
  const all = useQuery(credentialsQuery)
  const credentials = all.data?.data.find((each) => each.environment === environment && each.used_for === usedFor)
  const refresh = () => queries.invalidateQueries({ queryKey: credentialsQuery.queryKey })
  const taking = useMutation({
    mutationFn: () => putCredentials({ environment, used_for: usedFor, credentials: null }),
    onSuccess: refresh,
  })
  return (
    <section className="block" aria-label={t('registry.credentials')}>
      <p>{t('registry.credentialsOf', { environment: t(`registry.environments.${environment}.name`) })}</p>
      {all.error ? <ProblemBox error={all.error} /> : null}
      {credentials ? <CredentialsSummary credentials={credentials} /> : null}
      {kept ? <p role="status">{t('registry.kept')}</p> : null}
      {entering ? (
        <CredentialsForm
          key={environment}
          environment={environment}
          usedFor={usedFor}
          hasMadeKey={Boolean(credentials && !credentials.kind && credentials.key_id)}
          onDone={(isKept) => {
            setEntering(false)
            setKept(isKept)
            void refresh()
          }}
        />
      ) : (
        <div className="row">
          <ActButton
            onPress={() => {
              setEntering(true)
              setKept(false)
            }}
          >
            {credentials?.kind ? t('registry.change') : t('registry.enter')}
          </ActButton>
          {usedFor === 'own' && !credentials?.kind ? <MakeKey isThere={Boolean(credentials?.key_id)} /> : null}
          {credentials?.kind ? (
            <SureButton
              label={t('registry.takeAwayButton')}
              sure={t('form.yes', { what: t('registry.takeAway') })}
              busy={taking.isPending}
              onPress={() => taking.mutate()}
            />
          ) : null}
        </div>
      )}
      {taking.error ? <ProblemBox error={taking.error} /> : null}
    </section>
  )
}
