/** axe in a page of the window: what it finds against WCAG 2.2 A and AA and against good practice. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface AxeChoice {
  /** CSS selectors of what is judged; without them the whole page. */
  within?: readonly string[]
  /** Ids of the only rules that are asked. */
  rules?: readonly string[]
}

export interface AxeFinding {
  rule: string
  /** HTML of the elements that break it. */
  elements: string[]
}

/** @returns one for each rule that is broken */
export const axeFindings = async (page: Page, { within, rules }: AxeChoice = {}): Promise<AxeFinding[]> => {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source)
  const context = within ? JSON.stringify(within) : 'document'
  // Of the other results only their number is wanted: their elements would be sent from the page as well.
  const options = JSON.stringify({
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    resultTypes: ['violations'],
  })
  return (await page.evaluate(`axe.run(${context}, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) })))`)) as AxeFinding[]
}

export const axeFindsNothing = async (page: Page, choice?: AxeChoice): Promise<void> =>
  assert.deepEqual(await axeFindings(page, choice), [])
