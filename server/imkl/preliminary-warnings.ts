/** What is said of a result of which parts are still to come: that it is none, and which they are. */
import type { JobLabel, ResultWarning } from '../domain/ports/conversion.ts'
import { warning } from './warning.ts'

export function preliminary(waiting: JobLabel['preliminary']): ResultWarning[] {
  if (!waiting) return []
  const { awaited, parts } = waiting
  const of = (word: string): string => `${awaited.length} ${word} ${parts}`
  return [
    warning(
      'PRELIMINARY',
      `VOORLOPIG: dit is geen resultaat. De volledige levering van ${of('van de')} deelgebieden is nog niet binnen: daar ontbreken kabels en leidingen op de kaart. Graaf hier niet op.`,
      `PRELIMINARY: this is no result. The complete delivery of ${of('of')} parts is still to come: cables and pipes are missing from the map there. Do not dig by it.`,
      { count: awaited.length },
    ),
    ...awaited.map(({ orderId, partNo, klicNumber }) => {
      const number = klicNumber === null ? '' : ` (${klicNumber})`
      return warning(
        'PART_AWAITED',
        `Deelgebied ${partNo}${number} is nog niet volledig geleverd.`,
        `Part ${partNo} (${orderId}) is not delivered completely yet.`,
        klicNumber === null ? {} : { klicNumber },
      )
    }),
  ]
}
