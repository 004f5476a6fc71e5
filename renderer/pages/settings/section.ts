/** What every section of the settings is given. */
import type { Session } from '../../../server/contract/dashboard.ts'

export interface SectionProps {
  session: Session
}
