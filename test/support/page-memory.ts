import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright'

/** Bytes of the page's own objects after a forced collection, and of the whole renderer process. */
export async function memoryOf(cdp: CDPSession, rendererPid: number): Promise<{ heap: number; process: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
  const rollup = readFileSync(`/proc/${rendererPid}/smaps_rollup`, 'utf8')
  return { heap, process: Number(/^Pss:\s+(\d+) kB/m.exec(rollup)![1]) * 1024 }
}

/** The process in which the page runs. */
export async function rendererOf(browser: Browser, cdp: CDPSession, page: Page): Promise<number> {
  const root = await browser.newBrowserCDPSession()
  const before = await root.send('SystemInfo.getProcessInfo')
  const busy = `{ const end = performance.now() + 400; while (performance.now() < end); }`
  await page.evaluate(busy)
  const after = await root.send('SystemInfo.getProcessInfo')
  await root.detach()
  await cdp.send('Performance.enable')
  // The one that was busy meanwhile.
  const grown = after.processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id, cpuTime }) => ({
      id,
      grew: cpuTime - (before.processInfo.find((each) => each.id === id)?.cpuTime ?? 0),
    }))
  return grown.toSorted((a, b) => b.grew - a.grew)[0]!.id
}
