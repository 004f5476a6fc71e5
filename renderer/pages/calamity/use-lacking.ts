/** Why a calamity can't be filed as it stands, in the window's language; the server judges the same. */
import type { Preview, Session } from '../../../server/contract/dashboard.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { RequestDetails } from '../../map/drawing/request-details.ts'

export const useLacking = (
  { worksDescription }: RequestDetails,
  preview: Preview | undefined,
  { permissions }: Session,
): string | null => {
  const { words } = useSpeech()
  const { notifications } = preview?.quote ?? { notifications: 1 }
  if (!permissions.includes('write')) return words.job.mayNotFile
  if (notifications !== 1) return words.calamity.several(notifications)
  return worksDescription.trim() === '' ? words.calamity.whatNeeded : null
}
