/** Who may use the window: the first owner, the list with roles, and links for new people and new passwords. */
import { useQuery } from '@tanstack/react-query'
import { ROLES } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import type { SectionProps } from '../settings/section.ts'
import { isOnlyHere, usersQuery } from './api.ts'
import { InviteForm } from './InviteForm.tsx'
import { OwnerForm } from './OwnerForm.tsx'
import { UserRow } from './UserRow.tsx'

export const UsersSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const users = useQuery(usersQuery)
  if (users.error) return <ProblemBox error={users.error} />
  if (!users.data) return <p className="quiet">{t('loading')}</p>
  const all = users.data.data
  if (all.length === 0) return <OwnerForm />
  const mayDecideOnOwners = session.user === null || session.user.role === 'owner'
  return (
    <>
      <ul>
        {all.map((user) => (
          <UserRow
            key={user.user_id}
            user={user}
            isMe={user.user_id === session.user?.user_id}
            mayDecideOnOwners={mayDecideOnOwners}
          />
        ))}
      </ul>
      <details>
        <summary>{t('users.roles')}</summary>
        <dl className="roles">
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{t(`role.${role}.name`)}</dt>
              <dd>{t(`role.${role}.what`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isOnlyHere() ? (
        <section className="block">
          <h4>{t('users.invite')}</h4>
          <p>{t('users.onlyHere')}</p>
        </section>
      ) : (
        <InviteForm mayDecideOnOwners={mayDecideOnOwners} />
      )}
    </>
  )
}
