/**
 * A job that waits for the registry, or for room for its files, says so, and since when: the visible side of the outbox.
 * A reason belongs to the steps that wait for it, and only they end it: an answer of the registry makes no room on a disk.
 * Nobody stores that no worker runs: it is seen when a job is shown.
 */
import type { WaitReason } from '../../../platform/refusal.ts'
import type { Warning } from '../../../registry/warnings.ts'

const CODES = {
  unreachable: 'REGISTRY_UNREACHABLE',
  not_ready: 'REGISTRY_NOT_READY',
  credentials_missing: 'REGISTRY_CREDENTIALS_MISSING',
  login_required: 'REGISTRY_LOGIN_REQUIRED',
  access_refused: 'REGISTRY_ACCESS_REFUSED',
  storage_unreachable: 'STORAGE_UNREACHABLE',
  disk_full: 'DISK_FULL',
  busy: 'BUSY',
} as const satisfies Record<WaitReason, string>

/** What a step waits for: the registry, or this server's own files. */
export type WaitsFor = 'registry' | 'files'
const WAITS_FOR: Record<WaitReason, WaitsFor> = {
  unreachable: 'registry',
  not_ready: 'registry',
  credentials_missing: 'registry',
  login_required: 'registry',
  access_refused: 'registry',
  storage_unreachable: 'files',
  disk_full: 'files',
  busy: 'files',
}

const reasonOf = ({ code }: Warning): WaitReason | undefined =>
  (Object.keys(CODES) as WaitReason[]).find((reason) => CODES[reason] === code)

const WORDS: Record<WaitReason, (since: string) => string> = {
  unreachable: (since) =>
    `The registry has not been reachable since ${since}. Nothing is lost: the work goes on by itself as soon as it answers, and nothing is filed twice.`,
  not_ready: (since) =>
    `The registry answers, and has not been able to tell since ${since} how the notifications stand. Nothing is lost: it is asked again by itself, and nothing is filed twice.`,
  credentials_missing: (since) =>
    `There have been no credentials for the registry since ${since}: enter them (settings, Kadaster). The work waits and then goes on by itself, nothing is lost.`,
  login_required: (since) =>
    `Somebody has to log in at the registry again (settings, Kadaster): it has not accepted the former login since ${since}. The work waits, nothing is lost.`,
  access_refused: (since) =>
    `The registry answers but has refused us since ${since}: test the connection (settings, Kadaster) and correct what it names. The work waits and then goes on by itself, nothing is lost.`,
  storage_unreachable: (since) =>
    `The storage of files has not answered since ${since}. The work waits and goes on by itself as soon as it does, nothing is lost.`,
  disk_full: (since) =>
    `The disk of the server has been full since ${since}: make room on it. The work waits and then goes on by itself, nothing is lost.`,
  busy: (since) => `There has been more work than the server takes in since ${since}. It goes on by itself.`,
}

/** What is told already about the same reason keeps its moment. */
export const withWaiting = (warnings: readonly Warning[], reason: WaitReason, since: string): Warning[] => {
  const known = warnings.find((warning) => warning.code === CODES[reason])
  return [
    ...withoutWaiting(warnings, WAITS_FOR[reason]),
    known ?? { code: CODES[reason], message: WORDS[reason](since) },
  ]
}

/** @param ended left out: all that it waits for */
export const withoutWaiting = (warnings: readonly Warning[], ended?: WaitsFor): Warning[] =>
  warnings.filter((warning) => {
    const reason = reasonOf(warning)
    return reason === undefined || (ended !== undefined && WAITS_FOR[reason] !== ended)
  })

/** @param message what the job's own sentence says of it */
export const withoutWorker = (warnings: readonly Warning[], message: string): Warning[] => [
  ...withoutWaiting(warnings),
  { code: 'WORKER_NOT_RUNNING', message },
]

/** What keeps the job waiting; null when nothing does. */
export const waitReason = (warnings: readonly Warning[]): WaitReason | null =>
  warnings.map(reasonOf).find((reason) => reason !== undefined) ?? null
