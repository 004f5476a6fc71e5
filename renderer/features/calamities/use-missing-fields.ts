/** Why a calamity can't be filed as it stands, in the window's language; the server judges the same. */
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { useLocale } from '../../locale.tsx'
import type { RequestDetails } from '../../map/drawing/request-details.ts'

export const useLacking = (
  { worksDescription }: RequestDetails,
  preview: Preview | undefined,
  { permissions }: Session,
): string | null => {
  const { t } = useLocale()
  const { notifications } = preview?.quote ?? { notifications: 1 }
  if (!permissions.includes('write')) return t('job.mayNotFile')
  if (notifications !== 1) return t('calamity.several', { n: notifications })
  return worksDescription.trim() === '' ? t('calamity.whatNeeded') : null
}
