/**
 * A job that waits for the registry, or for room for its files, says so, and since when: the visible side of the outbox.
 * One warning at a time, gone as soon as it goes on. Nobody stores that no worker runs: it is seen when a job is shown.
 */

import type { WaitReason } from '../refusal.ts'
import type { Warning } from './warnings.ts'

const CODES = {
  unreachable: 'REGISTRY_UNREACHABLE',
  credentials_missing: 'REGISTRY_CREDENTIALS_MISSING',
  login_required: 'REGISTRY_LOGIN_REQUIRED',
  access_refused: 'REGISTRY_ACCESS_REFUSED',
  storage_unreachable: 'STORAGE_UNREACHABLE',
  disk_full: 'DISK_FULL',
  busy: 'BUSY',
} as const satisfies Record<WaitReason, string>

const WORDS: Record<WaitReason, (since: string) => string> = {
  unreachable: (since) =>
    `The registry has not been reachable since ${since}. Nothing is lost: the work goes on by itself as soon as it answers, and nothing is filed twice.`,
  credentials_missing: (since) =>
    `There have been no credentials for the registry since ${since}: enter them (settings, Kadaster). The work waits and then goes on by itself, nothing is lost.`,
  login_required: (since) =>
    `Somebody has to log in at the registry again (settings, Kadaster): it has not accepted the former login since ${since}. The work waits, nothing is lost.`,
  access_refused: (since) =>
    `The registry answers but has refused us since ${since}: test the connection (settings, Kadaster) and mend what it names. The work waits and then goes on by itself, nothing is lost.`,
  storage_unreachable: (since) =>
    `The storage of files has not answered since ${since}. The work waits and goes on by itself as soon as it does, nothing is lost.`,
  disk_full: (since) =>
    `The disk of the server has been full since ${since}: make room on it. The work waits and then goes on by itself, nothing is lost.`,
  busy: (since) => `There has been more work than the server takes in since ${since}. It goes on by itself.`,
}

const isWaiting = (warning: Warning): boolean => Object.values<string>(CODES).includes(warning.code)

/** What is told already about the same reason keeps its moment. */
export const withWaiting = (warnings: readonly Warning[], reason: WaitReason, since: string): Warning[] => {
  const known = warnings.find((warning) => warning.code === CODES[reason])
  const others = warnings.filter((warning) => !isWaiting(warning))
  return [...others, known ?? { code: CODES[reason], message: WORDS[reason](since) }]
}

export const withoutWaiting = (warnings: readonly Warning[]): Warning[] => warnings.filter((each) => !isWaiting(each))

/** @param message what the job's own sentence says of it */
export const withoutWorker = (warnings: readonly Warning[], message: string): Warning[] => [
  ...withoutWaiting(warnings),
  { code: 'WORKER_NOT_RUNNING', message },
]

/** What keeps the job waiting; null when nothing does. */
export const waitReason = (warnings: readonly Warning[]): WaitReason | null => {
  const code = warnings.find(isWaiting)?.code
  return (Object.keys(CODES) as WaitReason[]).find((reason) => CODES[reason] === code) ?? null
}
