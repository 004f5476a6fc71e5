/** The sections of the settings, in the order of their list: a new one is a row here and its words. */
import type { Session } from '../../../server/features/users/session-schema.ts'
import type { Language } from '../../../server/texts/languages.ts'
import { type Key, MESSAGES } from '../../../server/texts/texts.ts'
import { shell } from '../../shell.ts'
import { KeysSection } from '../keys/KeysSection.tsx'
import { plain } from '../search/gazetteer-api.ts'
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
  group: (typeof SECTION_GROUPS)[number]
  /** The other texts of the section stand beside it. */
  title: Key
  page: (props: SectionProps) => React.ReactNode
  /** For whom it is there; without it for everybody. */
  isFor?: (session: Session) => boolean
}

const administrators = ({ permissions }: Session): boolean => permissions.includes('admin')

/** A server for others is an office's own. */
const isDesktop = ({ operator_sets }: Session): boolean => !operator_sets.includes('office.url')

/** In the order in which they stand. */
export const SECTION_GROUPS = ['company', 'kadaster', 'links', 'you'] as const

const SECTIONS: readonly Section[] = [
  { id: 'company', group: 'company', title: 'company.title', page: CompanySection, isFor: administrators },
  { id: 'billing', group: 'company', title: 'billing.title', page: BillingSection, isFor: administrators },
  { id: 'users', group: 'company', title: 'users.title', page: UsersSection, isFor: administrators },
  { id: 'storage', group: 'company', title: 'storage.title', page: StorageSection, isFor: administrators },
  { id: 'registry', group: 'kadaster', title: 'registry.title', page: RegistrySection, isFor: administrators },
  {
    id: 'simulator',
    group: 'kadaster',
    title: 'simulatorPage.title',
    page: SimulatorSection,
    isFor: (session) => administrators(session) && session.environment === 'simulator',
  },
  { id: 'keys', group: 'links', title: 'keys.title', page: KeysSection, isFor: administrators },
  { id: 'gis', group: 'links', title: 'gis.title', page: GisSection, isFor: administrators },
  {
    id: 'office',
    group: 'links',
    title: 'office.title',
    page: OfficeSection,
    isFor: (session) => administrators(session) && isDesktop(session),
  },
  { id: 'webhooks', group: 'links', title: 'webhooks.title', page: WebhooksSection, isFor: administrators },
  { id: 'ai', group: 'links', title: 'ai.title', page: AiSection, isFor: administrators },
  { id: 'audit', group: 'links', title: 'audit.title', page: AuditSection, isFor: administrators },
  { id: 'status', group: 'links', title: 'status.title', page: StatusSection, isFor: administrators },
  { id: 'diagnostics', group: 'links', title: 'diagnostics.title', page: DiagnosticsSection, isFor: administrators },
  { id: 'account', group: 'you', title: 'account.title', page: AccountSection },
  { id: 'desktop', group: 'you', title: 'desktop.title', page: DesktopSection, isFor: () => shell !== null },
  { id: 'look', group: 'you', title: 'look.title', page: LookSection },
  { id: 'maps', group: 'you', title: 'offlineMap.title', page: OfflineMapSection, isFor: administrators },
]

export const sectionsFor = (session: Session): Section[] => SECTIONS.filter(({ isFor }) => isFor?.(session) ?? true)

export const FIRST_SECTION = SECTIONS[0]!.id

/** Whether all words of a search stand, in any order, in what a section says. */
export const sectionHas = ({ title }: Section, search: string, language: Language): boolean => {
  const own = `${title.split('.')[0]}.`
  const said = [...MESSAGES[language]].filter(([key]) => key.startsWith(own)).map(([, message]) => message)
  const text = plain(said.join('\n'))
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
