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
      return `Partly delivered${all === 1 ? '' : where}, not complete. Do not dig on this data yet: the result is made automatically once everything is here.`
    },
    silent: (name: string) => `${name} has not delivered yet`,
    shown: (no: number, when: string) =>
      `What has been delivered is on the map as preliminary result ${no} of ${when}. All its files say VOORLOPIG (preliminary).`,
    nothing: (part: string) => `Nothing has been delivered for ${part} yet`,
    since: (when: string) => `Requested on ${when}`,
    downloads: 'Preliminary files',
    news: (when: string) => `New since ${when}`,
    new: 'new',
    came: (part: string) => `Delivered for ${part}`,
    nowDelivered: (names: string, part: string) => `${names} delivered for ${part}`,
    saw: 'I have seen this',
    deliveries: 'Delivered so far',
    whole: 'complete',
    partial: (no: number) => `partial delivery ${no}`,
    features: (n: string) => (n === '1' ? '1 object' : `${n} objects`),
  },
  timeline: {
    title: 'Timeline',
    next: 'Now',
    order: (no: number) => `Order ${no}`,
    delivery: (part: number, klic: string | null) => `Part ${part}${klic ? ` (${klic})` : ''}`,
    what: {
      created: () => 'Quote made.',
      imported: () => 'Opened from files.',
      corrected: () => 'Fixed and quoted again.',
      submitted: () => 'Queued for submission.',
      order_sent: (no): string =>
        no > 1
          ? `Sending to Kadaster restarted, attempt ${no}: the same message counts once.`
          : 'Sending to Kadaster started.',
      order_accepted: () => 'Accepted by Kadaster: filed.',
      order_rejected: () => 'Rejected by Kadaster: this order is not filed.',
      order_undecided: () => 'Kadaster could not check it; the order is sent again.',
      order_answer_unusable: () =>
        'Kadaster has the order and gave an answer this program could not use. If it does not continue, send this answer to Kadaster:',
      delivery_received: (_no, complete): string =>
        complete
          ? 'The complete delivery arrived.'
          : 'A delivery arrived that is not complete yet; a later one can add to it.',
      delivery_read: () => 'Delivery processed.',
      delivery_unreadable: () => 'The delivery could not be read.',
      result_ready: (no) =>
        no > 1 ? `A later delivery was merged in: the result is now revision ${no}.` : 'Result created.',
      file_ready: () => 'File created.',
      file_failed: () => 'A file could not be created.',
      webhook_told: () => 'Webhook sent.',
      webhook_failed: (no) => `Webhook failed, attempt ${no}.`,
    } satisfies Record<Happening, (no: number, complete: boolean) => string>,
    answer: 'Kadaster’s answer',
    awaited: {
      delivery: (parts) => `Waiting for the operators: ${ofParts(parts)} to come.`,
      file: () => 'A file is being created.',
      webhook: () => 'The result is ready; the webhook is still to be sent.',
      supplement: () => 'No pending steps; supplements may follow.',
    } satisfies Record<ToldStep, (parts: readonly number[]) => string>,
    until: (when: string) => `Until ${when}.`,
    nextTry: (when: string) => `Next attempt: ${when}.`,
    usually: (day: string) => `Usually in by ${day}.`,
    since: (when: string) => `Since ${when}.`,
    nothing: 'No pending steps; the period in which operators supplement is over.',
  },
  status: {
    title: 'Status',
    why: 'How the server is doing now. Counts are those of your company.',
    good: 'Database, storage and worker are working.',
    bad: 'Not everything works:',
    failed: {
      database: 'The database does not answer.',
      storage: 'The file storage cannot be written to.',
      workers: 'No worker was seen in the last 30 seconds: nothing is submitted, fetched or converted.',
      installation: 'This machine does not match the installation.',
    },
    registry: 'Kadaster',
    environment: 'Environment',
    undecided: 'Orders awaiting a decision',
    openParts: 'Notifications still to be delivered',
    lastAnswer: 'Last decision',
    lastTest: 'Last connection test',
    passed: (when: string) => `passed, ${when}`,
    notPassed: (when: string) => `failed, ${when}`,
    never: 'never',
    clockOff: (minutes: string, isOne: boolean, isAhead: boolean) =>
      `The clock of the server's computer is ${minutes} ${isOne ? 'minute' : 'minutes'} ${isAhead ? 'ahead of' : 'behind'} Kadaster's. Correct it, preferably automatically over the internet: from about five minutes Kadaster refuses a sign-in with a key, and times in the program are wrong.`,
    queue: 'Queue',
    work: {
      file: 'To submit',
      fetch: 'Deliveries to fetch and read',
      merge: 'Results to merge',
      convert: 'Files to create',
    },
    webhooks: 'Webhooks',
    events: { waiting: 'To be sent', sent: 'Sent', given_up: 'Given up' },
    filesApart: 'STORAGE_URL is not set: other machines do not see the files of this one.',
    openFolder:
      'Other users of the server’s computer may be able to read its data folder. Have its administrator allow the owner only (chmod 700), or restart the program as its owner.',
    disk: 'Disk',
    setAside: (files: string, size: string, days: string) =>
      `Damaged files that were set aside: ${files} (${size}), in the folder damaged. Each is removed after ${days} days.`,
    free: (free: string, total: string, percent: string) => `${free} free of ${total} (${percent}%)`,
    unknown: 'unknown',
    cage: 'Files from outside',
    siteKey: 'Key for site packages',
    siteKeyWhy:
      'Site packages are signed with it; klic site verify --key shows whether a package comes from this installation and has been changed.',
    cageHolds: {
      sandbox: 'Deliveries and area files are read in a sandbox: no network, no other files, and its own memory limit.',
      own_process:
        'Deliveries and area files are read in a separate process, without the secrets of the server and with its own memory limit. There is no sandbox here to keep it from the network and from other files.',
    },
    cageWhy: {
      system: 'For this operating system there is no sandbox yet.',
      not_installed: 'Install bubblewrap (the program bwrap) and start the server again.',
      not_allowed:
        'bubblewrap is here but may not work: allow user namespaces on this computer or in this container, and start the server again.',
    },
    workers: 'Workers',
    worker: (slots: number): string => (slots === 1 ? '1 task at a time' : `${slots} tasks at a time`),
    seen: (since: string, seen: string) => `since ${since}, seen ${seen}`,
    noWorkers: 'There is none.',
    again: 'Refresh',
  },
}
