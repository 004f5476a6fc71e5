/** Deliveries that somebody has as files. */
import type { Imported, WATCHED_FAULTS } from '../../../server/contract/imports.ts'

export const imports = {
  imports: {
    open: 'Open a delivery',
    imported: 'Imported',
    numbers: 'KLIC numbers',
    day: 'Delivery of',
    price: 'Imported: nothing is filed, and it costs nothing.',
    reading: (what: string) => (/^\d+$/.test(what) ? `Reading ${what} files…` : `Reading ${what}…`),
    title: 'What was opened',
    more: (count: number) => `and ${count} more`,
    nothing: 'Nothing was imported',
    folder: 'Not taken from the watched folder',
    outcome: {
      imported: 'imported',
      newer: 'a later delivery; the result is made anew',
      known: 'is here already',
      older: 'a later delivery is here already',
      refused: 'not imported',
      not_read: 'not read: it belongs to no delivery',
    } satisfies Record<Imported['files'][number]['outcome'], string>,
    fault: {
      NO_DELIVERY: 'This is no KLIC delivery. Choose the ZIP as Kadaster gave it.',
      NOT_IMKL: 'The GI file in it is no IMKL. Choose the ZIP as Kadaster gave it.',
      DAMAGED: 'The file is damaged or incomplete. Download the delivery again.',
      PROTECTED: 'The ZIP has a password. Choose the ZIP as Kadaster gave it.',
      HOSTILE: 'The ZIP holds what no delivery of Kadaster does. Do not open it; download the delivery again.',
      SEVERAL: 'It holds several deliveries side by side. Unpack it, and open each by itself.',
      TOO_LARGE: 'The file has more than 2 GiB. Unpack it, and put the deliveries in it into the folder one by one.',
      FAILED: 'It could not be read in several tries. Open it here to see why.',
    } satisfies Record<(typeof WATCHED_FAULTS)[number], string>,
  },
}
