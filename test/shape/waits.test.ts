/** Tests of the window wait for what a page shows: a value that is read once may be read too early. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { type Node, walk } from './sources.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const READS = ['innerText', 'allInnerTexts', 'isVisible', 'textContent', 'allTextContents']

const isAssertion = ({ type, callee }: Node): boolean => {
  const { object, name } = (callee ?? {}) as { object?: { name?: string }; name?: string }
  return type === 'CallExpression' && (object?.name === 'assert' || name === 'assert')
}

/** @returns the names of reads within assertions */
const readsInAssertions = (file: string, text: string): string[] => {
  const found: string[] = []
  walk(parseSync(file, text).program as unknown as Node, (assertion) => {
    if (!isAssertion(assertion)) return
    walk(assertion, ({ type, callee }) => {
      const name = String((callee as { property?: { name?: string } } | undefined)?.property?.name)
      if (type === 'CallExpression' && READS.includes(name)) found.push(`${file}: ${name}`)
    })
  })
  return found
}

test('no assertion reads a page without waiting: use test/support/waits.ts', () => {
  const files = ['test/browser', 'test/window'].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  )
  assert.deepEqual(
    files.flatMap((file) => readsInAssertions(file, fs.readFileSync(path.join(root, file), 'utf8'))),
    [],
  )
})

test('finds a read within an assertion and no other', () => {
  const text = `assert.equal((await page.locator('h1').innerText()).trim(), 'New notification'); await says(title, 'Jobs')
    const words = await title.innerText()`
  assert.deepEqual(readsInAssertions('a.ts', text), ['a.ts: innerText'])
})
