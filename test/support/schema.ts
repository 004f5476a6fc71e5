/** The published XML schema of IMKL before a delivery: what libxml2 says of it, without a network. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { shared } from './shared.ts'

const SCHEMAS = { 2: 'imkl20.xsd', 3: 'imkl30.xsd' } as const
/** Of 64 kB: the largest delivery of the tests takes a tenth. */
const MAX_PAGES = 16_384

interface File {
  fileName: string
  contents: string
}

const folder = shared('schemas')

/** Why it can't be asked, for the `skip` of a test; false where it can. */
export const noSchema: string | false = folder ? false : 'the published schemas (../shared/schemas) are not here'

const schemaFiles = (below: string): File[] =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xsd'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ fileName: relative(below, path), contents: readFileSync(path, 'utf8') }))

/** @param files name -> GML; @returns each thing that the schema has against them, with name and line */
export const againstSchema = async (files: ReadonlyMap<string, string>, version: 2 | 3 = 2): Promise<string[]> => {
  if (!folder) throw new Error(String(noSchema))
  const all = schemaFiles(folder)
  const { valid, errors } = await validateXML({
    xml: [...files].map(([fileName, contents]) => ({ fileName, contents })),
    schema: all.filter(({ fileName }) => fileName === SCHEMAS[version]),
    preload: all.filter(({ fileName }) => fileName !== SCHEMAS[version]),
    maxMemoryPages: MAX_PAGES,
    modifyArguments: (args) => ['--nonet', '--huge', ...args],
  })
  const said = errors.map(({ rawMessage }) => rawMessage).filter((line) => !line.endsWith(' fails to validate'))
  return valid || said.length > 0 ? said : ['it is not valid, and nothing was said']
}
