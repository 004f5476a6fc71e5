/** What a link is for, and using it: becoming a user, or choosing a new password. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { InvitationView } from '../../../server/features/users/schema.ts'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { isLongEnough, PersonField } from '../../ui/PersonField.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { Preferences } from '../settings/Preferences.tsx'
import { invitationQuery } from './api.ts'
import { acceptInvitation, sessionQuery } from './session-api.ts'

const AcceptForm = ({ token, shown, onDone }: { token: string; shown: InvitationView; onDone: () => void }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [judged, setJudged] = useState(false)
  const isNew = shown.kind === 'new'
  const accepting = useMutation({
    mutationFn: () => acceptInvitation({ token, ...(isNew ? { name } : {}), password }),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session)
      onDone()
    },
    gcTime: 0,
  })
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        setJudged(true)
        if ((!isNew || name.trim()) && isLongEnough(password)) accepting.mutate()
      }}
    >
      <p>
        {isNew
          ? t('signIn.invited', {
              company: shown.company,
              email: shown.email,
              role: t(`role.${shown.role}.name`),
            })
          : t('signIn.newPassword', { email: shown.email })}
      </p>
      {/* For password managers: for whom the password is. */}
      <input type="hidden" autoComplete="username" value={shown.email} readOnly />
      {isNew ? (
        <PersonField
          kind="name"
          label={t('users.name')}
          value={name}
          onChange={setName}
          problem={judged && name.trim() === '' ? t('form.wrong.required') : null}
        />
      ) : null}
      <PersonField
        kind="newPassword"
        label={t('users.password')}
        value={password}
        onChange={setPassword}
        problem={judged && !isLongEnough(password) ? t('users.complaint.TOO_SMALL') : null}
      />
      {accepting.error ? <ProblemBox error={accepting.error} /> : null}
      <ActButton type="submit" weight="primary" busy={accepting.isPending}>
        {isNew ? t('signIn.join') : t('signIn.setPassword')}
      </ActButton>
    </Form>
  )
}

export const AcceptInvitation = ({ token, onLeave }: { token: string; onLeave: () => void }) => {
  const { t } = useLocale()
  const link = useQuery(invitationQuery(token))
  const isWorthless = link.error instanceof ApiError && link.error.status === 404
  return (
    <main className="sign-in">
      <img src="./icon.svg" alt="" width="52" height="52" />
      <h1>{link.data?.kind === 'password' ? t('signIn.setPassword') : t('signIn.welcome')}</h1>
      {link.data ? (
        <AcceptForm token={token} shown={link.data} onDone={onLeave} />
      ) : link.error ? null : (
        <p>{t('loading')}</p>
      )}
      {isWorthless ? (
        <p className="field-problem" role="alert">
          {t('signIn.worthless')}
        </p>
      ) : link.error ? (
        <ProblemBox error={link.error} />
      ) : null}
      <ActButton weight="quiet" onPress={onLeave}>
        {t('signIn.toSignIn')}
      </ActButton>
      <Preferences />
    </main>
  )
}
