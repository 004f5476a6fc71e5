/** Why a job is not here yet, what has come of it, and how the server is. */
import type { AwaitedStep, Happening, WaitReason } from '../../../server/contract/timeline.ts'

const ofParts = (parts: readonly number[]): string =>
  parts.length === 1
    ? `part ${parts[0]}`
    : `${parts.length} parts (${parts.slice(0, 6).join(', ')}${parts.length > 6 ? '…' : ''})`

export const operations = {
  soFar: {
    title: 'Not complete yet',
    what: (come: number, all: number): string => {
      const where = come === all ? ' for every notification' : ` for ${come} of ${all} notifications`
      return `Something has come${all === 1 ? '' : where}, but not everything. Don't dig by it: the result is made by itself once all is here.`
    },
    silent: (name: string) => `${name} has not delivered yet`,
    deliveries: 'Delivered so far',
    whole: 'complete',
    partial: (no: number) => `partial delivery ${no}`,
    features: (n: string) => `${n} objects`,
  },
  timeline: {
    title: 'What happened, and what is next',
    next: 'Next',
    order: (no: number) => `Order ${no}`,
    delivery: (part: number, klic: string | null) => `Part ${part}${klic ? ` (${klic})` : ''}`,
    what: {
      created: () => 'Made and priced.',
      submitted: () => 'Handed over for filing.',
      order_sent: (no): string =>
        no > 1 ? `Sent to the registry again, try ${no}: the same message counts once.` : 'Sent to the registry.',
      order_accepted: () => 'Accepted by the registry: filed.',
      order_rejected: () => 'Refused by the registry: nothing was filed.',
      order_undecided: () => 'The registry could not decide; it is sent anew.',
      delivery_received: (_no, complete): string =>
        complete ? 'The complete delivery came in.' : 'A part of the delivery came in; more follows.',
      delivery_read: () => 'The delivery was read.',
      delivery_unreadable: () => 'The delivery could not be read.',
      result_ready: () => 'The result was made.',
      file_ready: () => 'A file was made.',
      file_failed: () => 'A file could not be made.',
      webhook_told: () => 'Your server was told.',
      webhook_failed: (no) => `Try ${no} to tell your server failed.`,
    } satisfies Record<Happening, (no: number, complete: boolean) => string>,
    awaited: {
      submission: () => 'It waits for somebody to file it.',
      filing: () => 'The order is being sent to the registry; that takes seconds.',
      verdict: () => 'The registry judges the order; that takes minutes as a rule.',
      delivery: (parts) => `The operators deliver: ${ofParts(parts)} still to come.`,
      result: () => 'The deliveries are being merged; that takes minutes at most.',
      file: () => 'A file is being made.',
      webhook: () => 'The result is here; your server has still to be told.',
      retry: () => 'It stopped. It goes on when somebody chooses "try again".',
      correction: () => 'The area has to be corrected and filed again.',
    } satisfies Record<AwaitedStep, (parts: readonly number[]) => string>,
    reason: {
      unreachable: 'The registry does not answer; it is asked again and again by itself.',
      credentials_missing: 'There are no credentials for the registry: enter them in the settings.',
      login_required: 'Somebody has to log in at the registry again, in the settings.',
      access_refused: 'The registry refuses us: test the connection in the settings.',
      storage_unreachable: 'The storage of the files does not answer; it is tried again by itself.',
      disk_full: 'The disk is full: nothing is fetched or made until there is room.',
      busy: 'There is more work than is taken in at once; it goes on by itself.',
    } satisfies Record<WaitReason, string>,
    until: (when: string) => `Until ${when}.`,
    nextTry: (when: string) => `Next try: ${when}.`,
    usually: (day: string) => `Usually here by ${day}.`,
    since: (when: string) => `Since ${when}.`,
    nothing: 'Nothing more is to come.',
  },
  status: {
    title: 'Status',
    why: 'How the server is now. Counts are those of your company.',
    good: 'Everything works.',
    bad: 'Not everything works:',
    failed: {
      database: 'The database does not answer.',
      storage: 'Nothing can be written where files are kept.',
      workers: 'No worker was seen in the last 30 seconds: nothing is filed, fetched or converted.',
    },
    registry: 'Registry',
    environment: 'Environment',
    undecided: 'Orders that wait for a verdict',
    openParts: 'Notifications still to be delivered',
    lastAnswer: 'Last order judged',
    lastTest: 'Last test of the connection',
    passed: (when: string) => `passed, ${when}`,
    notPassed: (when: string) => `failed, ${when}`,
    never: 'never',
    queue: 'Waiting for a worker',
    work: {
      file: 'To file',
      fetch: 'Deliveries to fetch and read',
      merge: 'Results to merge',
      convert: 'Files to make',
    },
    webhooks: 'Webhooks',
    events: { waiting: 'Still to be told', sent: 'Told', given_up: 'Given up' },
    openFolder:
      'Other users of the server’s computer may be able to read its data folder. Have whoever looks after it allow the owner only (chmod 700), or restart the program as its owner.',
    disk: 'Disk',
    free: (free: string, total: string, percent: string) => `${free} free of ${total} (${percent}%)`,
    unknown: 'can not be told',
    workers: 'Workers',
    worker: (slots: number): string => (slots === 1 ? '1 task at once' : `${slots} tasks at once`),
    seen: (since: string, seen: string) => `since ${since}, seen ${seen}`,
    noWorkers: 'There is none.',
    again: 'Look again',
  },
}
