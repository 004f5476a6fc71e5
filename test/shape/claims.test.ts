/** Each row of docs/claims.md, docs/usability.md and test/specification.md names words and a test that exist. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..', '..')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

interface Claim {
  document: string
  words: string
  proof: { file: string; title: string }
}

/** Words that are not ours, each with its test beside it. */
const SPECIFICATION = 'test/specification.md'
/** What a usability test found, by its numbers there. */
const USABILITY = 'docs/usability.md'
const PROBLEMS = 40

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

function claimsIn(text: string): Claim[] {
  const claims: Claim[] = []
  let document = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) document = line.slice(3)
    if (!line.startsWith('| ') || /^\| (Words|Row) \|/.test(line)) continue
    const [words = '', proof = ''] = cellsOf(line)
    const [, file = '', title = ''] = /^`([^`]+)`: (.*)$/.exec(proof) ?? []
    claims.push({ document, words, proof: { file, title } })
  }
  return claims
}

/** The title of its test is found where it is said to be. */
const unnamedIn = ({ proof }: Pick<Claim, 'proof'>): string[] => {
  const source = fs.existsSync(path.join(root, proof.file)) ? read(proof.file) : ''
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${proof.title}${quote}`))
  return isThere ? [] : [`${proof.file} has no test: ${proof.title}`]
}

/** So are its words. */
const faultsOf = (claim: Claim): string[] => {
  const { document, words } = claim
  const faults = inOneLine(read(document)).includes(words) ? [] : [`${document} does not say: ${words}`]
  return [...faults, ...unnamedIn(claim)]
}

const claims = claimsIn(read('docs/claims.md'))

test('what docs/claims.md quotes is said, and the tests that it names are there', () => {
  assert.ok(claims.length > 100)
  assert.deepEqual(claims.flatMap(faultsOf), [])
})

test('every row of the specification names a test that is there', () => {
  const rows = claimsIn(read(SPECIFICATION))
  assert.ok(rows.length > 50)
  assert.deepEqual(
    rows.flatMap((row) => (row.proof.title ? unnamedIn(row) : [`no test: ${row.words}`])),
    [],
  )
})

test('each problem that people had with the window has a test that is there', () => {
  const rows = claimsIn(read(USABILITY))
  const numbers = new Set(rows.map(({ words }) => Number.parseInt(words, 10)))
  assert.deepEqual(
    Array.from({ length: PROBLEMS }, (_, n) => n + 1).filter((no) => !numbers.has(no)),
    [],
  )
  assert.deepEqual(
    rows.flatMap((row) => (row.proof.title ? unnamedIn(row) : [`no test: ${row.words}`])),
    [],
  )
})

test('reports words that are not there and a test that is gone', () => {
  const of = (words: string, title: string): Claim => ({
    document: 'docs/storage.md',
    words,
    proof: { file: 'test/shape/turns.test.ts', title },
  })
  const [own] = claimsIn('## docs/storage.md\n| it flies | `test/shape/turns.test.ts`: no such title \\| of this |\n')
  assert.deepEqual(own, of('it flies', 'no such title | of this'))
  assert.equal(faultsOf(own!).length, 2)
})
