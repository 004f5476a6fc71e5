/** Waits for a condition, never for a time; the limit only ends a test that would wait for ever. */
export async function until(condition: () => boolean | Promise<boolean>, atMostMs = 30_000): Promise<void> {
  const end = performance.now() + atMostMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`the condition did not come true within ${atMostMs} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
