/** What the two databases of openworkflow have in common for us. */
import type { OpenWorkflowOptions } from 'openworkflow'

export const NAMESPACE = 'klic'

/** A row from so far ahead was written by a clock that has been set back since. */
export const CLOCK_SLACK_MS = 60_000

/** What the adapter needs of a database beside openworkflow's own interface. */
export interface Queue {
  readonly backend: OpenWorkflowOptions['backend']
  /** The newest run of each of these keys that has one, by key. */
  newest(flow: string, keys: readonly string[]): Promise<Map<string, NewestRun>>
  prune(finishedBefore: Date): Promise<number>
  takeOver(): Promise<number>
  /** See Engine. */
  wakeOvertaken(): Promise<number>
  close(): Promise<void>
}

export interface NewestRun {
  id: string
  status: string
  /** Who has claimed it; null while it waits or sleeps */
  worker_id: string | null
  /** What failed, as JSON or already read */
  error: unknown
  /** Behind the key */
  number: number
}
