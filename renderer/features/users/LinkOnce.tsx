/** A link to be handed on; it is shown once, like a key. */
import type { NewInvitation } from '../../../server/features/users/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { isOnlyHere, linkOf } from './api.ts'

export const LinkOnce = ({ made }: { made: NewInvitation }) => {
  const { t } = useLocale()
  return (
    <div className="secret" role="status">
      <strong>{t(isOnlyHere() ? 'users.linkHere' : 'users.linkOnce', { email: made.email })}</strong>
      <Copyable text={linkOf(made)} label={made.email} />
    </div>
  )
}
