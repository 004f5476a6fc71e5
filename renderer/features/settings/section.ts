/** What every section of the settings is given. */
import type { Session } from '../../../server/features/users/session-schema.ts'

export interface SectionProps {
  session: Session
}
