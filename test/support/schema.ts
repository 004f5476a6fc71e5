/** The published XML schema of IMKL before a delivery: what libxml2 says of it, without a network. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { shared } from './shared.ts'

const SCHEMA = 'imkl20.xsd'
/** Of 64 kB: the largest delivery of the tests takes a tenth. */
const MAX_PAGES = 16_384

/** As much of xmllint-wasm (libxml2 as WebAssembly) as is used here. */
interface Libxml2 {
  validateXML(options: {
    xml: readonly File[]
    schema: readonly File[]
    preload: readonly File[]
    maxMemoryPages: number
    modifyArguments(args: string[]): string[]
  }): Promise<{ valid: boolean; errors: readonly { rawMessage: string }[] }>
}
interface File {
  fileName: string
  contents: string
}
/** By a name that is looked up when this runs: who has not installed it yet misses one test, and can check types. */
const LIBXML2: string = 'xmllint-wasm'

const folder = shared('schemas')
const lint: Libxml2 | undefined = await import(LIBXML2).catch(() => undefined)

/** Why it can't be asked, for the `skip` of a test; false where it can. */
export const noSchema: string | false = !folder
  ? 'the published schemas (../shared/schemas) are not here'
  : !lint
    ? 'libxml2 is not installed: npm install --no-save xmllint-wasm@5.3.0'
    : false

const schemaFiles = (below: string): File[] =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xsd'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ fileName: relative(below, path), contents: readFileSync(path, 'utf8') }))

/** @param files name -> GML; @returns each thing that the schema has against them, with name and line */
export const againstSchema = async (files: ReadonlyMap<string, string>): Promise<string[]> => {
  if (!folder || !lint) throw new Error(String(noSchema))
  const all = schemaFiles(folder)
  const { valid, errors } = await lint.validateXML({
    xml: [...files].map(([fileName, contents]) => ({ fileName, contents })),
    schema: all.filter(({ fileName }) => fileName === SCHEMA),
    preload: all.filter(({ fileName }) => fileName !== SCHEMA),
    maxMemoryPages: MAX_PAGES,
    modifyArguments: (args) => ['--nonet', '--huge', ...args],
  })
  const said = errors.map(({ rawMessage }) => rawMessage).filter((line) => !line.endsWith(' fails to validate'))
  return valid || said.length > 0 ? said : ['it is not valid, and nothing was said']
}
