/**
 * How long a test waits at most for what it waits for. Only one that would wait without end meets it, so it is long: on a
 * machine with much else to do two minutes were too short for a job.
 */
export const PATIENCE_MS = 180_000
/** The most that a suite takes altogether; beside other work the longest took seven minutes. */
export const SUITE_MS = 1_100_000

/** Waits for a condition, never for a time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`the condition did not come true within ${PATIENCE_MS} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
