/** Working with an office's server. */
import type { Office, OfficeTest } from '../../../server/contract/office.ts'

type State = Office['handovers'][number]['state']

export const office = {
  office: {
    title: 'Office server',
    why: 'Your office can run KLIC Desktop for everyone. If it cannot be reached you carry on here and hand over your quotes: each is delivered exactly once.',
    url: 'Address of the office server',
    key: 'Its key',
    keyKept: 'A key is stored. Fill this in only to replace it.',
    keyHint: 'Created in the office’s own settings, with the right to submit if that is allowed.',
    save: 'Save',
    test: 'Test the connection',
    reach: {
      reached: 'The office server answers and accepts the key.',
      key_refused: 'The office server answers, but refuses the key.',
      not_reached: 'The office server does not answer.',
    } satisfies Record<OfficeTest['state'], string>,
    openOffice: 'Open office server',
    outbox: 'Handed over',
    none: 'Nothing has been handed over yet.',
    banner: (n: number): string =>
      n === 1
        ? '1 job is waiting to be handed over to the office.'
        : `${n} jobs are waiting to be handed over to the office.`,
    state: {
      waiting: 'not there yet',
      quoted: 'a quote at the office',
      submitted: 'submitted by the office',
      refused: 'refused by the office',
    } satisfies Record<State, string>,
    hand: 'Send to the office',
    handWhy: 'The office makes a quote of it. Nothing is filed.',
    handAndFile: (euros: string) => `Send to the office and submit there, up to ${euros}`,
    sure: (euros: string) => `Yes, submit it there for ${euros} at most`,
    handed: 'Handed over to the office',
    total: (here: string, there: string): string =>
      here === there ? `It costs ${there}.` : `Here it cost ${here}; at the office it costs ${there}.`,
    nextTry: (when: string) => `Next attempt: ${when}.`,
    look: 'View at the office',
    takeBack: 'Take back',
  },
}
