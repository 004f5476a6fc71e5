/**
 * What of a job somebody has seen, of all that came while it waited: kept in this browser, job by job. What came since is new
 * until it is said to be seen.
 */
import { useSyncExternalStore } from 'react'
import type { ReadState } from './news.ts'

const KEY = 'klic-desktop:seen'
/** Of the jobs that were looked at last. */
const KEPT = 200

type ReadStates = Readonly<Record<string, ReadState>>

const stored = (): ReadStates => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as ReadStates
  } catch {
    return {}
  }
}

let now: ReadStates | null = null
const current = (): ReadStates => {
  now ??= stored()
  return now
}
const listeners = new Set<() => void>()
const listen = (heard: () => void): (() => void) => {
  // Another window of the same browser.
  const changed = () => {
    now = null
    heard()
  }
  listeners.add(heard)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(heard)
    removeEventListener('storage', changed)
  }
}

/** @param seen null: of this job nothing is to be remembered any more */
export const remember = (jobId: string, seen: ReadState | null): void => {
  const others = Object.entries({ ...stored() }).filter(([id]) => id !== jobId)
  const newest = others.toSorted(([, a], [, b]) => b.at.localeCompare(a.at)).slice(0, KEPT - 1)
  now = Object.fromEntries([...(seen ? [[jobId, seen] as const] : []), ...newest])
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Where nothing may be kept, it holds until the window is closed.
  }
  for (const heard of listeners) heard()
}

/** @returns null: nobody has looked at it here while it waited */
export const useReadState = (jobId: string | undefined): ReadState | null =>
  useSyncExternalStore(listen, current)[jobId ?? ''] ?? null
