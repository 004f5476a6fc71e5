/**
 * What a source file imports, from its syntax tree: imports and re-exports, types included, import() and require().
 * A path that is only named (a child process's script, say) is no import.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export interface Import {
  /** As written: './area.ts', 'node:fs', 'kysely/migration'. */
  from: string
  /** Nothing of it is left when the program runs. */
  isTypeOnly: boolean
  /** An import(): loaded when that line runs, if ever. */
  isLate: boolean
}

export interface Source {
  /** From the project's root, with forward slashes. */
  file: string
  imports: Import[]
}

export interface Node {
  type: string
  [key: string]: unknown
}

export const importsOf = (file: string, text: string): Import[] => {
  const parsed = parseSync(file, text)
  if (parsed.errors.length > 0) throw new Error(`${file} can not be read: ${parsed.errors[0]?.message}`)
  const found: Import[] = []
  walk(parsed.program as unknown as Node, (node) => {
    const from = literal(node.type === 'CallExpression' ? requireArgument(node) : node.source)
    if (from === undefined) return
    found.push({ from, isTypeOnly: isTypeOnly(node), isLate: node.type === 'ImportExpression' })
  })
  return found
}

export const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string') walk(child, visit)
    }
  }
}

const requireArgument = (call: Node): unknown => {
  const callee = call.callee as Node
  const object = callee.object as Node | undefined
  const isRequire = callee.name === 'require' || (object?.name === 'require' && callee.type === 'MemberExpression')
  return isRequire ? (call.arguments as unknown[])[0] : undefined
}

/** `source` of an import, a re-export, an import() and an import type is a string literal, if it is known at all. */
const literal = (node: unknown): string | undefined => {
  const value = (node as { value?: unknown } | null | undefined)?.value
  return typeof value === 'string' ? value : undefined
}

const isTypeOnly = (node: Node): boolean => {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const named = node.specifiers as Node[] | undefined
  return !!named?.length && named.every((each) => each.importKind === 'type' || each.exportKind === 'type')
}

const IS_SOURCE = /\.tsx?$/

/** Every TypeScript file below these folders. */
export const readSources = (root: string, folders: readonly string[]): Source[] =>
  folders
    .filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => IS_SOURCE.test(name))
        .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
    )
    .map((file) => ({ file, imports: importsOf(file, fs.readFileSync(path.join(root, file), 'utf8')) }))

/** The file an import leads to, from the project's root; undefined for a package or a node: module. */
export const target = (file: string, from: string): string | undefined =>
  from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from.replace(/\?.*$/, '')) : undefined

/** The package an import leads to: 'kysely' of 'kysely/migration'; undefined for a file or a node: module. */
export const packageOf = (from: string): string | undefined => {
  if (from.startsWith('.') || from.startsWith('node:')) return undefined
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}
