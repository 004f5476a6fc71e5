/** What the program tells Prometheus, without knowing how. */

/** How much there is of something now, by name; the help text is what Prometheus shows. */
export const LEVELS = {
  klic_jobs: 'Jobs by state',
  klic_queue: 'What waits for a worker, by kind of work',
  klic_webhooks: 'Events by state: waiting, sent, given_up',
  klic_workers: 'Workers that gave a sign of life in the last 30 seconds',
  klic_disk_free_bytes: 'Free space where the data folder lies',
  klic_disk_total_bytes: 'Size of the file system with the data folder',
} as const

export interface Level {
  name: keyof typeof LEVELS
  labels?: Readonly<Record<string, string>>
  value: number
}

export interface ApiMetrics {
  /** @param route template with its parameters' names, never a path with their values */
  answered(call: { method: string; route: string; status: number; seconds: number }): void
  /** @param ofWorkers what `WorkerMetrics.counts` gave, of each; @returns the text that Prometheus reads */
  expose(levels: readonly Level[], ofWorkers: readonly string[]): Promise<string>
  readonly contentType: string
}

export interface WorkerMetrics {
  converted(kind: string, outcome: string, seconds: number): void
  registryCalled(call: string, outcome: string, seconds: number): void
  webhookTold(outcome: string): void
  /** For the row of the heartbeat. */
  counts(): Promise<string>
}
