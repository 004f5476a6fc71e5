/** Jobs and their states. */
import type { JobState, KlicType, PartState } from '../../../server/contract/vocabulary.ts'

export const jobs = {
  jobs: {
    title: 'Jobs',
    newArea: 'New area',
    emptyTitle: 'No jobs yet',
    empty: 'Draw where you will dig, or paste its coordinates. You see the price before anything is filed.',
    none: 'No job matches.',
    search: 'Reference or KLIC number',
    clearSearch: 'Show all jobs again',
    state: 'Show',
    allStates: 'All states',
    order: 'Order',
    orders: { newest: 'Newest', reference: 'Reference' },
    look: 'Show on the map',
    noReference: 'No reference',
    progress: (done: number, total: number) => `${done} of ${total} delivered`,
    progressWhole: (done: number, total: number) => `${done} of ${total} complete`,
    parts: (n: number) => (n === 1 ? '1 notification' : `${n} notifications`),
    gone: 'This job is not there (any more).',
  },
  jobState: {
    quoted: 'Quote',
    accepted: 'Not accepted yet',
    submitted: 'Filed',
    partially_delivered: 'Partly delivered',
    processing: 'Merging',
    ready: 'Ready',
    ready_incomplete: 'Incomplete',
    rejected: 'Refused',
    failed: 'Stopped',
  } satisfies Record<JobState, string>,
  partState: {
    quoted: 'quote',
    accepted: 'not accepted yet',
    submitted: 'filed',
    in_production: 'with the operators',
    partially_delivered: 'partly delivered',
    delivered: 'delivered',
    rejected: 'not filed',
    safety_area: 'withheld: safety area',
    failed: 'no usable delivery',
  } satisfies Record<PartState, string>,
  /** What we say of a part ourselves; everything else is the registry's. */
  partError: {
    NOT_DELIVERED: 'Nothing complete was delivered within 22 working days. Ask Kadaster (KLIC), with the KLIC number.',
    DELIVERY_UNREADABLE: 'What was delivered cannot be read.',
    TOOK_TOO_LONG: 'A delivery came and is kept; reading it took longer than an hour and was ended.',
  } as Record<string, string>,
  klicType: {
    ORIENT: { name: 'Orientation', what: 'for planning; not for digging' },
    GRAAF: { name: 'Excavation', what: 'for digging; with a start date' },
  } satisfies Record<KlicType, { name: string; what: string }>,
  /** Of the sum of a quote. */
  billedBy: {
    invoice: 'Whoever runs this installation sends you an invoice for it.',
    kadaster:
      'Kadaster bills its own tariff for each notification, directly to your relation number; this sum follows the price list of this installation.',
  },
  confirm: {
    title: 'File at the registry?',
    words: {
      invoice: (notifications: string, euros: string) =>
        `You file ${notifications}. That costs ${euros}, excluding VAT.`,
      kadaster: (notifications: string, euros: string) =>
        `You file ${notifications}. By the price list that is ${euros}, excluding VAT.`,
    },
    simulated: 'This is the simulator: nothing is filed and nothing is charged.',
    final: 'A notification that has been filed cannot be taken back.',
    yes: (n: number, euros: string) =>
      n === 1 ? `File 1 notification for ${euros}` : `File ${n} notifications for ${euros}`,
    numbers: ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
    notification: (n: number): string => (n === 1 ? 'notification' : 'notifications'),
  },
  job: {
    merging: {
      read: (percent: string) => `Reading the deliveries: ${percent} %`,
      merge: (done: string, total: string) => `${done} of ${total} features merged`,
      write: 'Making the files',
    },
    part: (n: number) => `Part ${n}`,
    parts: 'Parts',
    created: 'Made',
    filed: 'Submitted',
    ready: 'Result made',
    start: 'Start',
    price: 'Price',
    submit: 'Submit…',
    retry: 'Try again',
    correct: 'Correct and file again',
    change: 'Change',
    changeAsNew: 'Change as a new quote',
    orientOnly:
      'Orientation request: for planning only. File an excavation notification (graafmelding) before you dig.',
    drawAgain: 'Draw the area again',
    mayNotFile: 'Your role may not submit: ask a member or an administrator.',
    simulated:
      'Simulator: “Kadaster” is imitated here. Nothing really goes there, nothing is charged, and nothing of it is for use in the field.',
    registrySays: 'What the registry says',
    warnings: 'Good to know',
    validUntil: (day: string) => `This price holds until ${day}.`,
  },
}
