/** Keys and site links that outlive who made them: what they are, and what becomes of them. */
import { z } from 'zod'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton } from '../../ui/parts.tsx'

const Left = z.object({
  keys: z.array(z.object({ key_id: z.string(), name: z.string(), last_used_at: z.string().nullable() })),
  keys_total: z.number(),
  site_links: z.array(z.object({ link_id: z.string(), name: z.string(), expires_at: z.string() })),
  site_links_total: z.number(),
})

/** @returns what a refusal names; undefined for any other error */
const leftIn = (error: unknown): z.infer<typeof Left> | undefined =>
  error instanceof ApiError && error.code === 'ACCESS_REMAINS' ? Left.parse(error.detail) : undefined

export const isLeftAccess = (error: unknown): boolean => leftIn(error) !== undefined

interface LeftAccessProps {
  error: unknown
  /** What else can be done than to revoke. */
  other: string
  isBusy: boolean
  revoke: () => void
  keep: () => void
}

export const LeftAccess = ({ error, other, isBusy, revoke, keep }: LeftAccessProps) => {
  const { t, day } = useLocale()
  const left = leftIn(error)
  if (!left) return null
  const more = left.keys_total + left.site_links_total - left.keys.length - left.site_links.length
  return (
    <section className="block" role="alert">
      <p>{t('users.leftAccess.what')}</p>
      <ul>
        {left.keys.map(({ key_id, name, last_used_at }) => (
          <li key={key_id}>
            {t('users.leftAccess.key', { name })}
            <small className="quiet">
              {' · '}
              {last_used_at ? t('keys.lastUsed', { day: day(last_used_at) }) : t('keys.neverUsed')}
            </small>
          </li>
        ))}
        {left.site_links.map(({ link_id, name, expires_at }) => (
          <li key={link_id}>
            {t('users.leftAccess.link', { name })}
            <small className="quiet">
              {' · '}
              {t('keys.until', { day: day(expires_at) })}
            </small>
          </li>
        ))}
        {more > 0 ? <li>{t('users.leftAccess.more', { n: more })}</li> : null}
      </ul>
      <div className="row">
        <ActButton weight="danger" busy={isBusy} onPress={revoke}>
          {t('users.leftAccess.revoke')}
        </ActButton>
        <ActButton busy={isBusy} onPress={keep}>
          {other}
        </ActButton>
      </div>
    </section>
  )
}
