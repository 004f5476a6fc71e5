import type { Page } from 'playwright'

/** The list is asked anew while somebody looks at it. */
const LOOKED_AT_MS = 20_000
/** Runs in the page: tasks in which it answers nothing, from when this ran. Milliseconds. */
const WATCH = `{
  globalThis.tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
}`

/** Milliseconds, in a list that was scrolled to its end. */
export interface ListTimes {
  /** From the click on a job to its panel. */
  opened: number
  /** The longest time in which the page did not answer while the list was looked at; 0: none was over 50. */
  longest: number
  /** Elements of the page. */
  elements: number
}

/** @param page a window with its list of jobs @param last the reference of the last */
export async function listTimes(page: Page, last: string): Promise<ListTimes> {
  const end = page.locator('.job-item', { has: page.getByText(last, { exact: true }) })
  while ((await end.count()) === 0) {
    await page.evaluate(`document.querySelector('.jobs').scrollTo(0, 1e9)`)
    await page.waitForTimeout(50)
  }
  const elements = (await page.evaluate(`document.querySelectorAll('*').length`)) as number
  await page.evaluate(WATCH)
  await page.waitForTimeout(LOOKED_AT_MS)
  const longest = (await page.evaluate('Math.max(0, ...tasks)')) as number
  await end.click()
  await page.locator('.right').getByRole('heading', { name: last }).waitFor()
  const opened = (await page.evaluate('performance.now() - clicked')) as number
  return { opened, longest, elements }
}
