/** One user: who, as what, and since when not seen; role, new password, removal. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../server/contract/users.ts'
import { type LeftAccess, ROLE_WORDS, ROLES, type Role } from '../../../../server/contract/vocabulary.ts'
import { linkToPassword, putUser, removeUser, usersQuery } from '../../../api/people.ts'
import { sessionQuery } from '../../../api/session.ts'
import { useSpeech } from '../../../i18n/words.tsx'
import { ActButton, ProblemBox } from '../../../ui/parts.tsx'
import { SureButton } from '../../../ui/SureButton.tsx'
import { isLeftAccess, LeftAccess as LeftAccessBox } from './LeftAccess.tsx'
import { LinkOnce } from './LinkOnce.tsx'

export const UserRow = ({
  user,
  isMe,
  mayDecideOnOwners,
}: {
  user: User
  isMe: boolean
  mayDecideOnOwners: boolean
}) => {
  const { words, language, moment } = useSpeech()
  const { users } = words
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
          <strong>{user.name}</strong> {isMe ? <span className="pill pill-plain">{users.you}</span> : null}
          <p className="quiet">
            {user.email} · {user.last_signed_in_at ? users.lastSeen(moment(user.last_signed_in_at)) : users.neverSeen}
          </p>
        </div>
        {isOutOfReach ? (
          <span title={users.ownersOnly}>{ROLE_WORDS[user.role][language].name}</span>
        ) : (
          <select
            className="select"
            aria-label={users.roleOf(user.name)}
            value={user.role}
            disabled={changing.isPending}
            onChange={({ target }) => changing.mutate({ role: target.value as Role })}
          >
            {ROLES.filter((role) => role !== 'owner' || mayDecideOnOwners).map((role) => (
              <option key={role} value={role}>
                {ROLE_WORDS[role][language].name}
              </option>
            ))}
          </select>
        )}
      </div>
      {isOutOfReach ? null : (
        <div className="row">
          <ActButton
            weight="quiet"
            aria-label={users.linkOf(user.name)}
            busy={linking.isPending}
            onPress={() => linking.mutate()}
          >
            {users.link}
          </ActButton>
          <SureButton
            label={users.removeButton(user.name)}
            sure={words.form.yes(users.remove(user.name))}
            busy={removing.isPending}
            onPress={() => removing.mutate(undefined)}
          />
        </div>
      )}
      {linking.data ? <LinkOnce made={linking.data} /> : null}
      <LeftAccessBox
        error={changing.error}
        other={users.leftAccess.takeOver}
        isBusy={changing.isPending}
        revoke={() => changing.mutate({ role: changing.variables!.role, access: 'revoke' })}
        keep={() => changing.mutate({ role: changing.variables!.role, access: 'take_over' })}
      />
      <LeftAccessBox
        error={removing.error}
        other={users.leftAccess.takeOver}
        isBusy={removing.isPending}
        revoke={() => removing.mutate('revoke')}
        keep={() => removing.mutate('take_over')}
      />
      {error && !isLeftAccess(error) ? <ProblemBox error={error} /> : null}
    </li>
  )
}
