/** The words that npm run check refuses are found in every kind of text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedWords } from '../../build/commands/refused-words.mjs'

const WORDS = [
  'whoever',
  'whomever',
  'whatever',
  'mend',
  'mends',
  'mended',
  'mending',
  'for ever',
  'forever',
  'told of',
  'in hand',
  'of ours',
]
const camel = (words: string): string => words.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase())

for (const word of WORDS) {
  test(`“${word}” is found in code, comment, document, text and file name`, () => {
    const texts = [
      `const ${camel(word)} = 1`,
      `const is${camel(` ${word}`)}Now = 1`,
      `const ${word.replace(' ', '_').toUpperCase()} = 1`,
      `// It is ${word}.`,
      `**${word}** stands here`,
      `{ "key": "${word}, and more" }`,
      `server/${word.replace(' ', '-')}.ts`,
    ]
    for (const text of texts) assert.deepEqual(refusedWords(`\n${text}\n`), [{ line: 2, word }], text)
  })
}

test('two words are found over the end of a line, in a comment too', () => {
  for (const text of ['what is told\nof it', '/**\n * what is told\n * of it\n */', '  # told\n  # of it'])
    assert.deepEqual(
      refusedWords(text).map(({ word }) => word),
      ['told of'],
    )
})

test('longer words that hold one are let through', () => {
  assert.deepEqual(refusedWords('amend, recommended, whateverness, of oursin, Dortmund, [of, ours]'), [])
})
