// @ts-check
/** Refuses words that no code, comment, document, test or text may hold: node build/commands/refused-words.mjs, a part of npm run check. */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const REFUSED = /(?<![a-z])(?:whoever|whomever|whatever|mend(?:s|ed|ing)?|for ?ever|told of|in hand|of ours)(?![a-z])/g

/** Files that may hold them, each with its reason. */
const EXCEPTIONS = {
  'build/commands/refused-words.mjs': 'the list itself',
  'test/shape/refused-words.test.ts': 'tests the list',
}

const READ = /\.(?:ts|tsx|mjs|js|json|md|py|css|html|sh)$/
const SKIPPED = new Set(['node_modules', 'dist', 'out'])

/**
 * The refused words in a text, also in names (camelCase, snake_case, kebab-case) and over the end of a line.
 * @param {string} text
 * @returns {{ line: number, word: string }[]}
 */
export const refusedWords = (text) => {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, '\n')
    .replace(/[ \t_-]+/g, ' ')
    .toLowerCase()
  return [...words.replaceAll('\n', ' ').matchAll(REFUSED)].map(({ 0: word, index }) => ({
    line: words.slice(0, index).split('\n').length,
    word,
  }))
}

/** @param {string} folder from the root @returns {string[]} */
const filesIn = (folder) =>
  fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return []
    const name = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? filesIn(name) : READ.test(name) ? [name] : []
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = filesIn('')
    .filter((file) => !Object.hasOwn(EXCEPTIONS, file))
    .flatMap((file) =>
      [
        ...refusedWords(file).map(({ word }) => ({ line: 0, word })),
        ...refusedWords(fs.readFileSync(path.join(root, file), 'utf8')),
      ].map(({ line, word }) => `${file}:${line}: “${word}”\n`),
    )
  if (found.length > 0) {
    process.stderr.write(`${found.join('')}Say it plainly: subject, verb, object, and who does it.\n`)
    process.exitCode = 1
  }
}
