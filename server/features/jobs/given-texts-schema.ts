/**
 * The texts of a job that a caller gives and that come back as they were given: input, answer, table, comparison of a repeated
 * client_ref and the window's form take them from here. Another one is a line here, at the end, and its column in the declared
 * schema and in a step (CONTRIBUTING.md).
 */
import { z } from 'zod'
import { type Camel, camel } from '../../platform/naming.ts'
import { MAX_LOCATION_NOTE, MAX_WORKS_NOTE } from '../../registry/orders/notification.ts'
import { optional } from '../http/common-schema.ts'

/** max: in characters. given, shown: what the reference of the API says of it in a request and in an answer */
const GIVEN_TEXTS = {
  works_description: {
    max: MAX_WORKS_NOTE,
    given: 'The works in words (omschrijvingWerkzaamheden); counts as one of the six kinds of work',
    shown: 'The works in words; null: none were given',
  },
  location_description: {
    max: MAX_LOCATION_NOTE,
    given: 'Where the works are, in words (locatieOmschrijving): the corner of a field, the track behind a house',
    shown: 'Where they are, in words; null: none were given',
  },
} as const satisfies Readonly<Record<string, { max: number; given: string; shown: string }>>

export type GivenText = keyof typeof GIVEN_TEXTS
/** In the program's spelling. */
export type OwnGivenText = Camel<GivenText>

const NAMES = Object.keys(GIVEN_TEXTS) as GivenText[]
const ownName = (name: GivenText): OwnGivenText => camel(name) as OwnGivenText
export const OWN_GIVEN_TEXTS = NAMES.map(ownName)

type Of<T> = (name: GivenText, own: OwnGivenText) => T
/** One value for each of them, by its name in rows and on the wire. */
export const forEachText = <T>(of: Of<T>): Record<GivenText, T> =>
  Object.fromEntries(NAMES.map((name) => [name, of(name, ownName(name))])) as Record<GivenText, T>
/** The same by its name in the program. */
export const forEachOwnText = <T>(of: Of<T>): Record<OwnGivenText, T> =>
  Object.fromEntries(NAMES.map((name) => [ownName(name), of(name, ownName(name))])) as Record<OwnGivenText, T>

/** In POST /jobs. */
export const TEXTS_INPUT = forEachText((name) => {
  const { max, given } = GIVEN_TEXTS[name]
  return optional(z.string().min(1).max(max)).meta({ description: given })
})

/** In the answers. */
export const TEXTS_SHOWN = forEachText((name) => z.string().nullable().meta({ description: GIVEN_TEXTS[name].shown }))
