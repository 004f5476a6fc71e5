/** Deliveries that somebody has as files. */
import type { DELIVERY_FAULTS, Imported } from '../../../server/contract/imports.ts'

export const imports = {
  imports: {
    open: 'Open a delivery',
    imported: 'Imported',
    numbers: 'KLIC numbers',
    price: 'Imported: nothing was filed for it and it costs nothing.',
    reading: (what: string) => (/^\d+$/.test(what) ? `Reading ${what} files…` : `Reading ${what}…`),
    title: 'What was opened',
    more: (count: number) => `and ${count} more`,
    nothing: 'Nothing was imported',
    regroup: {
      title: 'Split or join',
      split: 'Split into jobs…',
      join: 'Join with…',
      splitRule:
        'What is on record (start, contacts, photos, agreements) stays with “This job”. Each result is made again.',
      thisJob: 'This job',
      moveFirst: 'Move a KLIC number to a job of its own first.',
      doSplit: (jobs: number) => (jobs === 1 ? 'Split' : `Split into ${jobs} jobs`),
      joinRule: 'The other job moves into this one, with its photos, agreements and links. The result is made again.',
      other: 'Other job',
      choose: 'Choose a job',
      noOther: 'There is no other imported job of this kind.',
      doJoin: 'Join',
      movedTo: 'Split off:',
    },
    plan: {
      title: (deliveries: number, jobs: number) => `${deliveries} deliveries, ${jobs === 1 ? '1 job' : `${jobs} jobs`}`,
      rule: 'Together: the same kind and reference, at most 250 m apart. Nothing is stored yet.',
      job: (no: number) => `Job ${no}`,
      newJob: 'A job of its own',
      jobOf: (klicNumber: string) => `Job of ${klicNumber}`,
      open: (jobs: number) => (jobs === 1 ? 'Open 1 job' : `Open ${jobs} jobs`),
      cancel: 'Cancel',
    },
    outcome: {
      imported: 'imported',
      newer: 'a later delivery; the result is being rebuilt',
      known: 'already here',
      older: 'a later delivery is here already',
      refused: 'not imported',
      not_read: 'not read: it belongs to no delivery',
    } satisfies Record<Imported['files'][number]['outcome'], string>,
    fault: {
      NO_DELIVERY: 'This is not a KLIC delivery. Choose the ZIP as Kadaster supplied it.',
      NOT_IMKL: 'The GI file in it is not IMKL. Choose the ZIP as Kadaster supplied it.',
      DAMAGED: 'The file is damaged or incomplete. Download the delivery again.',
      PROTECTED: 'The ZIP has a password. Choose the ZIP as Kadaster supplied it.',
      HOSTILE:
        'The ZIP contains something that no Kadaster delivery contains. Do not open it; download the delivery again.',
      SEVERAL: 'It contains several deliveries side by side. Unpack it and open them one by one.',
    } satisfies Record<(typeof DELIVERY_FAULTS)[number], string>,
  },
}
