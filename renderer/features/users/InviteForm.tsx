/** A link with which somebody becomes a user, and the links that can still be used. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { Invitation } from '../../../server/features/users/schema.ts'
import { ROLES, type Role } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { PersonField, useComplaintAt } from '../../ui/PersonField.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { invitationsQuery, invite, withdrawInvitation } from './api.ts'
import { LinkOnce } from './LinkOnce.tsx'

const PendingRow = ({ invitation }: { invitation: Invitation }) => {
  const { t, day } = useLocale()
  const queries = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => withdrawInvitation(invitation),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  const what = invitation.user_id === null ? t(`role.${invitation.role}.name`) : t('users.forPassword')
  return (
    <li className="log-row row spread">
      <span>
        {invitation.email}{' '}
        <span className="quiet">
          {what}, {t('users.ends', { day: day(invitation.expires_at) })}
        </span>
      </span>
      <IconButton label={t('users.withdraw', { email: invitation.email })} onPress={() => withdrawing.mutate()}>
        <TrashIcon />
      </IconButton>
    </li>
  )
}

export const InviteForm = ({ mayDecideOnOwners }: { mayDecideOnOwners: boolean }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [judged, setJudged] = useState(false)
  const pending = useQuery(invitationsQuery)
  const inviting = useMutation({
    mutationFn: () => invite({ email, role }),
    onSuccess: () => {
      setEmail('')
      setJudged(false)
      void queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    },
    // The link must not outlive this form.
    gcTime: 0,
  })
  const complaint = useComplaintAt(inviting.error)('/email')
  const isMissing = judged && email.trim() === ''
  return (
    <>
      <Form
        className="block"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          setJudged(true)
          if (email.trim()) inviting.mutate()
        }}
      >
        <h4>{t('users.invite')}</h4>
        <div className="fields halves">
          <PersonField
            kind="email"
            label={t('users.email')}
            value={email}
            onChange={setEmail}
            problem={isMissing ? t('form.wrong.required') : complaint}
          />
          <Choice
            label={t('users.role')}
            value={role}
            options={ROLES.filter((each) => each !== 'owner' || mayDecideOnOwners).map((each) => [
              each,
              t(`role.${each}.name`),
            ])}
            hint={t(`role.${role}.what`)}
            onChange={(value) => setRole(value as Role)}
          />
        </div>
        {inviting.error && !complaint ? <ProblemBox error={inviting.error} /> : null}
        {inviting.data ? <LinkOnce made={inviting.data} /> : null}
        <div className="row">
          <ActButton type="submit" weight="primary" busy={inviting.isPending}>
            {t('users.inviteButton')}
          </ActButton>
        </div>
      </Form>
      {pending.data && pending.data.data.length > 0 ? (
        <section className="block">
          <h4>{t('users.pending')}</h4>
          <ul>
            {pending.data.data.map((invitation) => (
              <PendingRow key={invitation.invitation_id} invitation={invitation} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
