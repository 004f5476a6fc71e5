/** Why a job is not here yet, what has come of it, and how the server is. */
import type { Happening, ToldStep } from '../../../server/contract/timeline.ts'

const ofParts = (parts: readonly number[]): string =>
  parts.length === 1
    ? `part ${parts[0]}`
    : `${parts.length} parts (${parts.slice(0, 6).join(', ')}${parts.length > 6 ? '…' : ''})`

export const operations = {
  soFar: {
    title: 'Preliminary: not complete yet',
    preliminary: 'PRELIMINARY',
    onMap: 'PRELIMINARY: not everything has been delivered',
    what: (come: number, all: number): string => {
      const where = come === all ? ' for every notification' : ` for ${come} of ${all} notifications`
      return `Something has come${all === 1 ? '' : where}, but not everything. Don't dig by it: the result is made by itself once all is here.`
    },
    silent: (name: string) => `${name} has not delivered yet`,
    shown: (no: number, when: string) =>
      `What has come is on the map, as preliminary result ${no} of ${when}. All files of it say VOORLOPIG (preliminary).`,
    nothing: (part: string) => `Nothing has come for ${part} yet`,
    since: (when: string) => `Asked on ${when}`,
    downloads: 'Preliminary files',
    news: (when: string) => `New since ${when}`,
    new: 'new',
    came: (part: string) => `Delivered for ${part}`,
    nowDelivered: (names: string, part: string) => `${names} delivered for ${part}`,
    saw: 'I have seen this',
    deliveries: 'Delivered so far',
    whole: 'complete',
    partial: (no: number) => `partial delivery ${no}`,
    features: (n: string) => `${n} objects`,
  },
  timeline: {
    title: 'Timeline',
    next: 'Next',
    order: (no: number) => `Order ${no}`,
    delivery: (part: number, klic: string | null) => `Part ${part}${klic ? ` (${klic})` : ''}`,
    what: {
      created: () => 'Quote made.',
      imported: () => 'Opened from files.',
      corrected: () => 'Corrected, and quoted anew.',
      submitted: () => 'Handed over for filing.',
      order_sent: (no): string =>
        no > 1
          ? `Sending to Kadaster began again, try ${no}: the same message counts once.`
          : 'Sending to Kadaster began.',
      order_accepted: () => 'Accepted by Kadaster: filed.',
      order_rejected: () => 'Refused by Kadaster: this order is not filed.',
      order_undecided: () => 'Kadaster could not check it; it is sent anew.',
      order_answer_unusable: () =>
        'Kadaster has the order, and answered something that this program could not use. When it does not go on, send this answer to Kadaster:',
      delivery_received: (_no, complete): string =>
        complete
          ? 'The complete delivery came in.'
          : 'A delivery came in that is not complete yet; a later one can add to it.',
      delivery_read: () => 'The delivery was read.',
      delivery_unreadable: () => 'The delivery could not be read.',
      result_ready: (no) =>
        no > 1 ? `A later delivery was merged in: the result is now revision ${no}.` : 'The result was made.',
      file_ready: () => 'A file was made.',
      file_failed: () => 'A file could not be made.',
      webhook_told: () => 'Webhook sent.',
      webhook_failed: (no) => `Try ${no} to tell your server failed.`,
    } satisfies Record<Happening, (no: number, complete: boolean) => string>,
    answer: 'the answer of Kadaster',
    awaited: {
      delivery: (parts) => `The operators deliver: ${ofParts(parts)} still to come.`,
      file: () => 'A file is being made.',
      webhook: () => 'The result is here; your server has still to be told.',
      supplement: () => 'No step is open. The operators may still supplement what they delivered.',
    } satisfies Record<ToldStep, (parts: readonly number[]) => string>,
    until: (when: string) => `Until ${when}.`,
    nextTry: (when: string) => `Next try: ${when}.`,
    usually: (day: string) => `Usually here by ${day}.`,
    since: (when: string) => `Since ${when}.`,
    nothing: 'No step is open, and the time in which operators supplement is over.',
  },
  status: {
    title: 'Status',
    why: 'How the server is now. Counts are those of your company.',
    good: 'Database, storage and worker are working.',
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
    clockOff: (minutes: string, isOne: boolean, isAhead: boolean) =>
      `The clock of the server's computer is ${minutes} ${isOne ? 'minute' : 'minutes'} ${isAhead ? 'ahead of' : 'behind'} Kadaster's. Set it right, best by the internet: from about five minutes on Kadaster refuses a sign-in with a key, and the times in the program are wrong.`,
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
    setAside: (files: string, size: string, days: string) =>
      `Damaged files that were set aside: ${files} (${size}), in the folder damaged of the data folder. Each is removed after ${days} days.`,
    free: (free: string, total: string, percent: string) => `${free} free of ${total} (${percent}%)`,
    unknown: 'unknown',
    cage: 'Files from outside',
    siteKey: 'Key of site packages',
    siteKeyWhy:
      'What was put together for the place of digging is signed with it; klic site verify --key sees whether a package is of this installation and was changed.',
    cageHolds: {
      sandbox:
        'Deliveries and files with areas are read in a sandbox: without a network, without other files, with bounds of its own on memory.',
      own_process:
        'Deliveries and files with areas are read in a process of its own, without the secrets of the server and with bounds of its own on memory. There is no sandbox here that keeps it from the network and from other files.',
    },
    cageWhy: {
      system: 'For this operating system there is no sandbox yet.',
      not_installed: 'Install bubblewrap (the program bwrap) and start the server again.',
      not_allowed:
        'bubblewrap is here but may not work: allow user namespaces on this computer or in this container, and start the server again.',
    },
    workers: 'Workers',
    worker: (slots: number): string => (slots === 1 ? '1 task at once' : `${slots} tasks at once`),
    seen: (since: string, seen: string) => `since ${since}, seen ${seen}`,
    noWorkers: 'There is none.',
    again: 'Refresh',
  },
}
