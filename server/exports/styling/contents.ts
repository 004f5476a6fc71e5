/** What a style, a project and a description of a result need to know of it. */
import type { Extent } from '../../geometry/geometry.ts'
import { PRELIMINARY } from '../../imkl/model/preliminary.ts'
import { noteLine, type ResultNote } from '../../imkl/model/result-notes.ts'

export interface ResultContents {
  /** The name under which the file will be opened: a project finds its layers by it. */
  readonly fileName: string
  /** In any order; a layer that is not named is empty. */
  readonly layers: readonly LayerContents[]
  /** Each notification and the frame of what was asked for, RD New; left out: not known. */
  readonly requests?: readonly RequestFrame[]
  /** Tables of tiles with the ground, the coarsest scale first; left out: there are none. */
  readonly ground?: readonly { readonly table: string; readonly perMetre: number }[]
}

export interface RequestFrame {
  readonly klicNumber: string
  readonly extent: Extent
}

export interface LayerContents {
  readonly name: string
  /** Features by theme, null for those without; the unknown codes of an operator are themes here too. */
  readonly themes: ReadonlyMap<string | null, number>
  readonly extent: Extent | null
}

/** What is said of the result in words. */
export interface ResultFacts {
  readonly title: string
  readonly klicNumbers: readonly string[]
  /** ISO 8601: when the youngest delivery was put together. */
  readonly date: string | null
  /** What must be known before it is used. */
  readonly notes: readonly ResultNote[]
}

const preliminaryNote = ({ notes }: Pick<ResultFacts, 'notes'>): ResultNote | undefined =>
  notes.find(({ code }) => code === 'PRELIMINARY')

/** The name of something of a result, which says first that it is preliminary. */
export const preliminaryName = (name: string, facts: Pick<ResultFacts, 'notes'>): string =>
  preliminaryNote(facts) ? `${PRELIMINARY} ${name}` : name

/** What is said of each of its layers and tables. */
export const descriptionOf = (facts: Pick<ResultFacts, 'notes'>): { description?: string } => {
  const note = preliminaryNote(facts)
  return note ? { description: `${noteLine(note.code, 'nl')}.` } : {}
}

/** The frame of the requests, else of everything that is drawn; null when nothing is. */
export function frameOf({ layers }: ResultContents): Extent | null {
  const request = layers.find(({ name }) => name === 'aanvraag_polygoon')?.extent
  if (request) return request
  const extents = layers.flatMap(({ extent }) => (extent ? [extent] : []))
  if (extents.length === 0) return null
  return {
    minX: Math.min(...extents.map(({ minX }) => minX)),
    minY: Math.min(...extents.map(({ minY }) => minY)),
    maxX: Math.max(...extents.map(({ maxX }) => maxX)),
    maxY: Math.max(...extents.map(({ maxY }) => maxY)),
  }
}
