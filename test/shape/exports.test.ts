/** What a file exports somebody imports: else it is dead, or its own business. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { target } from './sources.ts'

interface Node {
  type: string
  [key: string]: unknown
}

interface File {
  file: string
  text: string
}

const root = path.resolve(import.meta.dirname, '..', '..')
const IS_SOURCE = /\.(?:tsx?|mjs)$/
const OURS = /^(?:server|electron|renderer)\//
/** Read by the tool that they configure. */
const BY_TOOLS = ['renderer/vite.config.ts']

const readAll = (): File[] =>
  ['server', 'electron', 'renderer', 'test', 'build'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => IS_SOURCE.test(name) && !name.endsWith('.d.ts'))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') })),
  )

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])
const nameOf = (node: unknown): string => String((node as { name?: string; value?: string }).name ?? '')
const sourceOf = (node: Node): string | undefined => (node.source as { value?: string } | null | undefined)?.value

/** The names that a declaration gives: `const { a, b: [c] } = …` gives a and c. */
function boundBy(pattern: Node | null): string[] {
  if (pattern?.type === 'Identifier') return [nameOf(pattern)]
  if (pattern?.type === 'ObjectPattern')
    return nodesOf(pattern.properties).flatMap((each) => boundBy(each.value as Node))
  return pattern?.type === 'ArrayPattern' ? nodesOf(pattern.elements).flatMap(boundBy) : []
}

/** @returns the values and types that a statement exports itself; what it hands on from another file counts as well */
function exportedBy(node: Node): { name: string; isType: boolean }[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const declared = node.declaration as Node | null
  const isType = declared?.type.startsWith('TS') || node.exportKind === 'type'
  const names = declared
    ? nodesOf(declared.declarations)
        .flatMap(({ id }) => boundBy(id as Node))
        .concat(declared.id ? nameOf(declared.id) : [])
    : []
  return [
    ...names.map((name) => ({ name, isType })),
    ...nodesOf(node.specifiers).map(({ exported, exportKind }) => ({
      name: nameOf(exported),
      isType: isType || exportKind === 'type',
    })),
  ]
}

const EVERYTHING = '*'
const importedBy = (node: Node): string[] =>
  node.type === 'ExportAllDeclaration'
    ? [EVERYTHING]
    : nodesOf(node.specifiers).map(({ type, imported, local }) =>
        type === 'ImportNamespaceSpecifier' ? EVERYTHING : nameOf(imported ?? local),
      )

/** One line for each value that nobody imports, and each type that not even its own file names. */
function exportComplaints(files: readonly File[]): string[] {
  const used = new Map<string, Set<string>>()
  const late = new Map<string, string[]>()
  const exported: { file: string; text: string; name: string; isType: boolean }[] = []
  for (const { file, text } of files) {
    for (const node of nodesOf(parseSync(file, text).program.body)) {
      const from = sourceOf(node)
      const to = from === undefined ? undefined : target(file, from)
      if (to !== undefined) used.set(to, new Set([...(used.get(to) ?? []), ...importedBy(node)]))
      if (OURS.test(file)) exported.push(...exportedBy(node).map((each) => ({ file, text, ...each })))
    }
    // What an import() takes out of a module is seen by its name only.
    for (const [, from] of text.matchAll(/import\(\s*'([^']+)'/g)) {
      const to = target(file, from!)
      if (to !== undefined) late.set(to, [...(late.get(to) ?? []), text])
    }
  }
  return exported.flatMap(({ file, text, name, isType }) => {
    const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')
    const taken = used.get(file)
    const isUsed =
      taken?.has(name) || taken?.has(EVERYTHING) || late.get(file)?.some((other) => other.search(word) >= 0)
    const isNamed = isType && [...text.matchAll(word)].length > 1
    return isUsed || isNamed || BY_TOOLS.includes(file) ? [] : [`${file} exports ${name}, and nobody imports it`]
  })
}

test('every export is imported somewhere', () => {
  const files = readAll()
  assert.ok(files.length > 0)
  assert.deepEqual(exportComplaints(files), [])
})

test('what nobody imports is noticed, and what is imported in any way is not', () => {
  const library = {
    file: 'server/geometry/a.ts',
    text: 'export const dead = 1; export const { b, c: [d] } = x; export function e() {}; export type T = 1; export interface U { t: T }',
  }
  const user = {
    file: 'server/api/b.ts',
    text: `import { b as other } from '../geometry/a.ts'; const { e } = await import('../geometry/a.ts')`,
  }
  const of = (...files: File[]) => exportComplaints(files).map((line) => line.split(' ')[2]!.replace(',', ''))
  assert.deepEqual(of(library, user), ['dead', 'd', 'U'])
  assert.deepEqual(of(library, { ...user, text: `import * as all from '../geometry/a.ts'` }), [])
  assert.deepEqual(of(library, { ...user, text: `export * from '../geometry/a.ts'` }), [])
})
