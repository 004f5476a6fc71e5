/** Each row of test/specification.md names a test that exists. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..', '..')
const QUOTES = ["'", '"', '`']

const rowsOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('| ') && line !== '| Row | Test |')

function hasTest(row: string): boolean {
  const [, file, title] = / \| `([^`]+)`: (.+) \|$/.exec(row) ?? []
  if (!file || !title || !fs.existsSync(path.join(root, file))) return false
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  return QUOTES.some((quote) => source.includes(quote + title.replaceAll('\\|', '|') + quote))
}

test('each row of the specification names a test that exists', () => {
  const rows = rowsOf(fs.readFileSync(path.join(root, 'test/specification.md'), 'utf8'))
  assert.ok(rows.length > 50)
  assert.deepEqual(
    rows.filter((row) => !hasTest(row)),
    [],
  )
})

test('finds a row without a test, with a file that is gone and with a title that is gone', () => {
  const wrong = [
    '| a key | |',
    '| a key | `test/shape/no.test.ts`: a key |',
    '| a key | `test/shape/specification.test.ts`: no such title |',
  ]
  assert.deepEqual(rowsOf(wrong.join('\n')).filter(hasTest), [])
})
