/** Why a calamity can't be filed, in the window's language; the server judges the same. */
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { useLocale } from '../../locale.tsx'

export const useCalamityObstacle = (preview: Preview | undefined, { permissions }: Session): string | null => {
  const { t } = useLocale()
  const { notifications } = preview?.quote ?? { notifications: 1 }
  if (!permissions.includes('write')) return t('job.mayNotFile')
  return notifications === 1 ? null : t('calamity.several', { n: notifications })
}
