/** Working with an office's server. */
import type { Office, OfficeTest } from '../../../server/contract/office.ts'

type State = Office['handovers'][number]['state']

export const office = {
  office: {
    title: 'Office server',
    why: 'Your office may run KLIC Desktop for everybody. Here you go on working when it cannot be reached, and hand your quotes over: each comes there once.',
    url: 'Address of the office server',
    key: 'Key for it',
    keyKept: 'A key is kept. Fill this only to replace it.',
    keyHint: 'Made in the office’s own settings, with the right to file if it may do that.',
    save: 'Save',
    leave: 'No office server',
    test: 'Test the connection',
    reach: {
      reached: 'The office server answers and takes the key.',
      key_refused: 'The office server answers, but refuses the key.',
      not_reached: 'The office server does not answer.',
    } satisfies Record<OfficeTest['state'], string>,
    openOffice: 'Open the office',
    outbox: 'Handed over',
    none: 'Nothing was handed over yet.',
    banner: (n: number): string =>
      n === 1 ? '1 job waits to be handed over to the office.' : `${n} jobs wait to be handed over to the office.`,
    state: {
      waiting: 'not there yet',
      quoted: 'a quote at the office',
      submitted: 'submitted by the office',
      refused: 'refused by the office',
    } satisfies Record<State, string>,
    hand: 'Hand over to the office',
    handWhy: 'The office makes a quote of it. Nothing is filed.',
    handAndFile: (euros: string) => `Hand over, and file there up to ${euros}`,
    sure: (euros: string) => `Yes, file it there for ${euros} at most`,
    handed: 'Handed over to the office',
    total: (here: string, there: string): string =>
      here === there ? `It costs ${there}.` : `Here it cost ${here}; at the office it costs ${there}.`,
    nextTry: (when: string) => `Next try: ${when}.`,
    look: 'View at the office',
    takeBack: 'Take back',
  },
}
