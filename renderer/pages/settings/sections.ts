/** The sections of the settings, in the order of their list: a new one is a row here and its words. */
import type { Words } from '../../i18n/en.ts'
import { GisSection } from './GisSection.tsx'
import { KeysSection } from './KeysSection.tsx'
import type { SectionProps } from './section.ts'

export interface Section {
  /** Its name in the URL. */
  id: string
  title: (words: Words) => string
  page: (props: SectionProps) => React.ReactNode
}

export const SECTIONS: readonly Section[] = [
  { id: 'keys', title: ({ keys }) => keys.title, page: KeysSection },
  { id: 'gis', title: ({ gis }) => gis.title, page: GisSection },
]

export const FIRST_SECTION = SECTIONS[0]!.id
