/**
 * What scrolls holds what lies in it. An input that React Aria hides is placed against the next box with a position; where
 * that is not the scroller itself, the focus scrolls the panel around it instead, and its head is out of sight.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const UI = join(import.meta.dirname, '..', '..', 'renderer', 'ui')

test('every scroller of the window has a position of its own', () => {
  const texts = readdirSync(UI)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(UI, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
  const rules = texts.flatMap((text) =>
    [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, head, body]) => [head!.trim(), body!]),
  )
  const placed = new Set(rules.filter(([, body]) => /position:/.test(body!)).map(([head]) => head))
  const scrollers = rules.filter(([, body]) => /overflow(-[xy])?: *(auto|scroll)/.test(body!)).map(([head]) => head!)
  assert.ok(scrollers.length > 8)
  assert.deepEqual(
    scrollers.filter((head) => !placed.has(head)),
    [],
  )
})
