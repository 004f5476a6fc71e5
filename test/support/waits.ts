/** What a page shows, waited for: a value that is read once from a page is a guess at when it is there. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator } from 'playwright'
import { PATIENCE_MS } from './until.ts'

const STEP_MS = 20

/** Reads until the assertion holds, and fails with its newest failure. */
async function holds<T>(read: () => Promise<T>, check: (value: T) => void): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const value = await read()
    try {
      return check(value)
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await pause(STEP_MS)
  }
}

const textOf = (locator: Locator) => async () => [await locator.innerText(), (await locator.textContent()) ?? '']
const fits = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text)

/** The element has this text, as it is shown or as it stands in the page. */
export const says = (locator: Locator, wanted: string | RegExp, message?: string): Promise<void> =>
  holds(textOf(locator), (texts) =>
    assert.ok(
      texts.some((text) => fits(text, wanted)),
      `${message ?? ''} wanted ${wanted}, there is: ${texts[0]}`,
    ),
  )

/** The element is there and has no such text. */
export const saysNot = (locator: Locator, unwanted: RegExp): Promise<void> =>
  holds(textOf(locator), (texts) => assert.ok(!texts.some((text) => fits(text, unwanted)), `${unwanted}: ${texts[0]}`))

/** The elements have these texts, in this order. */
export const lists = (locator: Locator, wanted: readonly string[]): Promise<void> =>
  holds(
    () => locator.allTextContents(),
    (texts) => assert.deepEqual(texts, wanted),
  )

/** There are so many elements. */
export const shows = (locator: Locator, count: number, message?: string): Promise<void> =>
  holds(
    () => locator.count(),
    (now) => assert.equal(now, count, message),
  )

/** The field has this value. */
export const hasValue = (locator: Locator, value: string, message?: string): Promise<void> =>
  holds(
    () => locator.inputValue(),
    (now) => assert.equal(now, value, message),
  )

/** The element's attribute has this value. */
export const hasAttribute = (locator: Locator, name: string, value: string): Promise<void> =>
  holds(
    () => locator.getAttribute(name),
    (now) => assert.equal(now, value),
  )
