/** What a result says of itself, for a print that no job stands behind. */

import type { PlaceReader } from '../../imkl/merge/joined-results.ts'
import type { Row } from '../../imkl/model/layers.ts'
import { aboutOf, resultNotes } from '../../imkl/model/result-notes.ts'
import type { Language } from '../../texts/languages.ts'
import type { PrintFacts } from '../print/print-options.ts'

const textOf = (cell: Row[string] | undefined): string => (typeof cell === 'string' ? cell : '')
const different = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))].sort()

export function factsInResult(reader: PlaceReader, language: Language, reference?: string): PrintFacts {
  const deliveries = reader.table('levering')
  const each = (column: string): string[] => different(deliveries.map((row) => textOf(row[column])))
  const composed = each('datum_samengesteld')
  const operators = operatorsIn(reader.table('netbeheerder'))
  const known = deliveries.map((row) => ({ klicNumber: textOf(row.klic_nummer), complete: row.compleet !== false }))
  const about = aboutOf({ operators, deliveries: known }, [], language)
  return {
    reference: reference ?? (each('referentie').join(', ') || null),
    klicNumbers: each('klic_nummer'),
    madeAt: composed.at(-1) ?? NEVER,
    notes: resultNotes(reader.table('waarschuwing'), { about }),
    operators,
    ground: { from: composed[0] ?? null, to: composed.at(-1) ?? null },
    // Only a job says these.
    ...{ company: null, revision: null, isOutdated: false, preliminary: null, dig: null, account: null },
    ...{ unknown: [], withheldParts: [], missingParts: [] },
  }
}

/** As `last_change` of a GeoPackage of nothing. */
const NEVER = '1970-01-01T00:00:00Z'

/** One operator over all deliveries: delivered when it did in each of them. */
function operatorsIn(rows: readonly Row[]): PrintFacts['operators'] {
  return different(rows.map(({ bronhouder }) => textOf(bronhouder))).map((code) => {
    const own = rows.filter(({ bronhouder }) => bronhouder === code)
    const [first] = own
    const phone = textOf(first!.contact_schade_telefoon)
    const contact = { name: textOf(first!.contact_schade_naam), phone, email: textOf(first!.contact_schade_email) }
    return {
      code,
      name: textOf(first!.naam) || code,
      delivered: own.every(({ geleverd, betrokken }) => geleverd !== false || betrokken === false),
      precaution: own.some(({ eis_voorzorgsmaatregel }) => eis_voorzorgsmaatregel === true),
      themes: [],
      contacts: phone ? [{ kind: 'beschadiging', ...contact }] : [],
    }
  })
}
