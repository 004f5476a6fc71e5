/** What every section of the settings is given. */
import type { Session } from '../../../server/features/jobs/dashboard-schema.ts'

export interface SectionProps {
  session: Session
}
