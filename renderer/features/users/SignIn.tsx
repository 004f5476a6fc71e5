/**
 * Shown when there is no session: with an e-mail address and a password where there are users, else with the one-time
 * token that the application hands out.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, Input, Label, TextField } from 'react-aria-components'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { PersonField, useComplaintAt } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { Preferences } from '../settings/Preferences.tsx'
import { entranceQuery } from './api.ts'
import { sessionQuery, signIn, signInWithPassword } from './session-api.ts'

const useEntering = <T,>(mutationFn: (asked: T) => Promise<Awaited<ReturnType<typeof signIn>>>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
    // A password must not outlive this form.
    gcTime: 0,
  })
}

const PasswordForm = () => {
  const { t } = useLocale()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const entering = useEntering(signInWithPassword)
  const complaint = useComplaintAt(entering.error)('/email')
  const isWrong = entering.error instanceof ApiError && entering.error.code === 'SIGN_IN_FAILED'
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        if (email.trim() && password) entering.mutate({ email, password })
      }}
    >
      <PersonField kind="email" label={t('users.email')} value={email} onChange={setEmail} problem={complaint} />
      <PersonField kind="password" label={t('users.password')} value={password} onChange={setPassword} />
      {isWrong ? (
        <p className="field-problem" role="alert">
          {t('signIn.wrong')}
        </p>
      ) : entering.error && !complaint ? (
        <ProblemBox error={entering.error} />
      ) : null}
      <ActButton type="submit" weight="primary" busy={entering.isPending}>
        {t('signIn.submit')}
      </ActButton>
      <p className="quiet">{t('signIn.forgotten')}</p>
    </Form>
  )
}

const TokenForm = ({ isMain }: { isMain: boolean }) => {
  const { t } = useLocale()
  const [token, setToken] = useState('')
  const entering = useEntering(signIn)
  const isRefused = entering.error instanceof ApiError && entering.error.status < 500
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        entering.mutate(token.trim())
      }}
    >
      <TextField className="field" value={token} onChange={setToken} isRequired>
        <Label>{t('signIn.token')}</Label>
        <Input autoComplete="off" spellCheck="false" />
      </TextField>
      {entering.error ? (
        isRefused ? (
          <p className="field-problem" role="alert">
            {t('signIn.refused')}
          </p>
        ) : (
          <ProblemBox error={entering.error} />
        )
      ) : null}
      <ActButton type="submit" weight={isMain ? 'primary' : 'plain'} busy={entering.isPending}>
        {isMain ? t('signIn.submit') : t('signIn.withToken')}
      </ActButton>
    </Form>
  )
}

const Ways = () => {
  const { t } = useLocale()
  const entrance = useQuery(entranceQuery)
  if (!entrance.data) return entrance.error ? <ProblemBox error={entrance.error} /> : <p>{t('loading')}</p>
  if (!entrance.data.has_users) {
    return (
      <>
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.why')}</p>
        <TokenForm isMain />
      </>
    )
  }
  return (
    <>
      <h1>{t('signIn.welcome')}</h1>
      <PasswordForm />
      <details>
        <summary>{t('signIn.otherWay')}</summary>
        <p>{t('signIn.why')}</p>
        <TokenForm isMain={false} />
      </details>
    </>
  )
}

export const SignIn = ({ error }: { error: unknown }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const isUnknown = error instanceof ApiError && error.status === 401
  return (
    <main className="sign-in">
      <img src="./icon.svg" alt="" width="52" height="52" />
      {!isUnknown ? (
        <>
          <h1>{t('app')}</h1>
          <ProblemBox error={error} />
          <ActButton onPress={() => void queries.refetchQueries({ queryKey: sessionQuery.queryKey })}>
            {t('retryNow')}
          </ActButton>
        </>
      ) : (
        <>
          {error instanceof ApiError && error.code === 'CSRF_TOKEN_INVALID' ? (
            <p role="status">{t('signIn.again')}</p>
          ) : null}
          <Ways />
        </>
      )}
      <Preferences />
    </main>
  )
}
