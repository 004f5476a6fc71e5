/**
 * How long a test waits at most for what it waits for. Only one that would wait without end meets it, so it is long: on a
 * machine with much else to do two minutes were too short for a job.
 */
export const PATIENCE_MS = 180_000
/** The most that a suite takes altogether; beside other work the longest took seven minutes. */
export const SUITE_MS = 1_100_000

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 250

/**
 * Waits for a condition, never for a time. It asks less often the longer it takes, so that a long wait on a slow machine
 * meets no limit of requests a minute.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (!(await condition())) {
    const waited = performance.now() - start
    if (waited > PATIENCE_MS) throw new Error(`the condition did not come true within ${PATIENCE_MS} ms: ${condition}`)
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited / 10))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
