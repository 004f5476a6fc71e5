/** The words of the window: the same keys in every language, and something said at each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../renderer/i18n/en.ts'
import { nl } from '../../renderer/i18n/nl.ts'

/** Every key with its path; a sentence that is made is made of something that can be seen in it. */
const sentences = (words: object, path = ''): [path: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function' && path === 'reason') return [[at, value(PARAMS)]]
    if (typeof value === 'function') return [[at, String(value(...Array.from(value as never, () => '1'), 1, 1, 1))]]
    return sentences(value as object, at)
  })

/** What the sentences of a job's reasons are made of. */
const PARAMS = {
  ...{ delivered: 1, total: 3, filed: 2, refused: 1, missing: 1, safety_areas: 1, revision: 2 },
  ...{ operators: ['KPN', 'Vitens'], complaints: ['MISSING'], removed_at: '1 mei 2026' },
}

/** Nothing is to be said there. */
const SILENT = ['area.hint.none']

const LANGUAGES = { en, nl }

test('every language has the same keys', () => {
  const keys = Object.values(LANGUAGES).map((words) =>
    sentences(words)
      .map(([path]) => path)
      .sort(),
  )
  assert.ok(keys[0]!.length > 300)
  for (const each of keys) assert.deepEqual(each, keys[0])
})

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`nothing is empty, undefined or unfinished in ${language}`, () => {
    const wrong = sentences(words).filter(
      ([path, text]) => (text.trim() === '' && !SILENT.includes(path)) || /undefined|NaN|TODO|\[object/.test(text),
    )
    assert.deepEqual(wrong, [])
  })
}
