/** The sections of the settings, in the order of their list: a new one is a row here and its words. */
import type { Session } from '../../../server/features/users/session-schema.ts'
import type { Key } from '../../../server/texts/texts.ts'
import { shell } from '../../shell.ts'
import { KeysSection } from '../keys/KeysSection.tsx'
import { DiagnosticsSection } from '../status/DiagnosticsSection.tsx'
import { StatusSection } from '../status/StatusSection.tsx'
import { AccountSection } from '../users/AccountSection.tsx'
import { UsersSection } from '../users/UsersSection.tsx'
import { WebhooksSection } from '../webhooks/WebhooksSection.tsx'
import { AiSection } from './AiSection.tsx'
import { AuditSection } from './AuditSection.tsx'
import { BillingSection } from './BillingSection.tsx'
import { CompanySection } from './CompanySection.tsx'
import { DesktopSection } from './DesktopSection.tsx'
import { GisSection } from './GisSection.tsx'
import { LookSection } from './LookSection.tsx'
import { OfficeSection } from './OfficeSection.tsx'
import { OfflineMapSection } from './OfflineMapSection.tsx'
import { RegistrySection } from './RegistrySection.tsx'
import { SimulatorSection } from './SimulatorSection.tsx'
import { StorageSection } from './StorageSection.tsx'
import type { SectionProps } from './section.ts'

export interface Section {
  /** Its name in the URL. */
  id: string
  title: Key
  page: (props: SectionProps) => React.ReactNode
  /** For whom it is there; without it for everybody. */
  isFor?: (session: Session) => boolean
}

const administrators = ({ permissions }: Session): boolean => permissions.includes('admin')

/** A server for others is an office's own. */
const isDesktop = ({ operator_sets }: Session): boolean => !operator_sets.includes('office.url')

const SECTIONS: readonly Section[] = [
  { id: 'company', title: 'company.title', page: CompanySection, isFor: administrators },
  { id: 'billing', title: 'billing.title', page: BillingSection, isFor: administrators },
  { id: 'registry', title: 'registry.title', page: RegistrySection, isFor: administrators },
  {
    id: 'simulator',
    title: 'simulatorPage.title',
    page: SimulatorSection,
    isFor: (session) => administrators(session) && session.environment === 'simulator',
  },
  { id: 'users', title: 'users.title', page: UsersSection, isFor: administrators },
  { id: 'keys', title: 'keys.title', page: KeysSection, isFor: administrators },
  { id: 'gis', title: 'gis.title', page: GisSection, isFor: administrators },
  {
    id: 'office',
    title: 'office.title',
    page: OfficeSection,
    isFor: (session) => administrators(session) && isDesktop(session),
  },
  { id: 'maps', title: 'offlineMap.title', page: OfflineMapSection, isFor: administrators },
  { id: 'webhooks', title: 'webhooks.title', page: WebhooksSection, isFor: administrators },
  { id: 'storage', title: 'storage.title', page: StorageSection, isFor: administrators },
  { id: 'ai', title: 'ai.title', page: AiSection, isFor: administrators },
  { id: 'audit', title: 'audit.title', page: AuditSection, isFor: administrators },
  { id: 'account', title: 'account.title', page: AccountSection },
  { id: 'desktop', title: 'desktop.title', page: DesktopSection, isFor: () => shell !== null },
  { id: 'look', title: 'look.title', page: LookSection },
  { id: 'status', title: 'status.title', page: StatusSection, isFor: administrators },
  { id: 'diagnostics', title: 'diagnostics.title', page: DiagnosticsSection, isFor: administrators },
]

export const sectionsFor = (session: Session): Section[] => SECTIONS.filter(({ isFor }) => isFor?.(session) ?? true)

export const FIRST_SECTION = SECTIONS[0]!.id
