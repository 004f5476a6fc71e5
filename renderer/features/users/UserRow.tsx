/** One user: who, as what, and since when not seen; role, new password, removal. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../server/features/users/schema.ts'
import { type LeftAccess, ROLES, type Role } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { linkToPassword, putUser, removeUser, usersQuery } from './api.ts'
import { isLeftAccess, LeftAccess as LeftAccessBox } from './LeftAccess.tsx'
import { LinkOnce } from './LinkOnce.tsx'
import { sessionQuery } from './session-api.ts'

export const UserRow = ({
  user,
  isMe,
  mayDecideOnOwners,
}: {
  user: User
  isMe: boolean
  mayDecideOnOwners: boolean
}) => {
  const { t, moment } = useLocale()
  const queries = useQueryClient()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: usersQuery.queryKey })
    if (isMe) await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const changing = useMutation({
    mutationFn: (change: { role: Role; access?: LeftAccess }) => putUser(user.user_id, change),
    onSuccess: refresh,
  })
  const removing = useMutation({
    mutationFn: (access: LeftAccess | undefined) => removeUser(user.user_id, access),
    onSuccess: refresh,
  })
  const linking = useMutation({ mutationFn: () => linkToPassword(user.user_id), gcTime: 0 })
  const isOutOfReach = user.role === 'owner' && !mayDecideOnOwners
  const error = changing.error ?? removing.error ?? linking.error
  return (
    <li className="log-row">
      <div className="person">
        <div>
          <strong>{user.name}</strong> {isMe ? <span className="pill pill-plain">{t('users.you')}</span> : null}
          <p className="quiet">
            {user.email} ·{' '}
            {user.last_signed_in_at
              ? t('users.lastSeen', { when: moment(user.last_signed_in_at) })
              : t('users.neverSeen')}
          </p>
        </div>
        {isOutOfReach ? (
          <span title={t('users.ownersOnly')}>{t(`role.${user.role}.name`)}</span>
        ) : (
          <select
            className="select"
            aria-label={t('users.roleOf', { name: user.name })}
            value={user.role}
            disabled={changing.isPending}
            onChange={({ target }) => changing.mutate({ role: target.value as Role })}
          >
            {ROLES.filter((role) => role !== 'owner' || mayDecideOnOwners).map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}.name`)}
              </option>
            ))}
          </select>
        )}
      </div>
      {isOutOfReach ? null : (
        <div className="row">
          <ActButton
            weight="quiet"
            aria-label={t('users.linkOf', { name: user.name })}
            busy={linking.isPending}
            onPress={() => linking.mutate()}
          >
            {t('users.link')}
          </ActButton>
          <SureButton
            label={t('users.removeButton', { name: user.name })}
            sure={t('form.yes', { what: t('users.remove', { name: user.name }) })}
            busy={removing.isPending}
            onPress={() => removing.mutate(undefined)}
          />
        </div>
      )}
      {linking.data ? <LinkOnce made={linking.data} /> : null}
      <LeftAccessBox
        error={changing.error}
        other={t('users.leftAccess.takeOver')}
        isBusy={changing.isPending}
        revoke={() => changing.mutate({ role: changing.variables!.role, access: 'revoke' })}
        keep={() => changing.mutate({ role: changing.variables!.role, access: 'take_over' })}
      />
      <LeftAccessBox
        error={removing.error}
        other={t('users.leftAccess.takeOver')}
        isBusy={removing.isPending}
        revoke={() => removing.mutate('revoke')}
        keep={() => removing.mutate('take_over')}
      />
      {error && !isLeftAccess(error) ? <ProblemBox error={error} /> : null}
    </li>
  )
}
