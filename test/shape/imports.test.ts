/** The house keeps its rooms: who imports whom, who alone imports what, and no circles. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withPicture } from './picture.ts'
import { ROOMS } from './rooms.ts'
import { circleComplaints, importComplaints } from './rules.ts'
import { importsOf, readSources, type Source } from './sources.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const ours = readSources(root, ['server', 'electron', 'renderer'])

test('every import is one that the table of rooms allows', () => {
  assert.ok(ours.length > 0)
  assert.deepEqual(importComplaints(ours), [])
})

test('only entries and commands import the simulator', () => {
  const importing = Object.entries(ROOMS).filter(([, { mayImport }]) =>
    mayImport.some((place) => place.startsWith('server/simulator')),
  )
  assert.deepEqual(
    importing.map(([room]) => room),
    ['server/cli'],
  )
})

test('no files import each other in a circle', () => {
  assert.deepEqual(circleComplaints(ours), [])
})

test('the picture of the rooms is up to date: else `npm run generate`', () => {
  const page = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  assert.equal(withPicture(page, ours), page)
})

/** A house of a few files, written as their imports. */
const house = (files: Record<string, string>): Source[] =>
  Object.entries(files).map(([file, text]) => ({ file, imports: importsOf(file, text) }))

const forbidden: Record<string, [file: string, text: string]> = {
  'the domain knows the store': ['server/domain/a.ts', `import { b } from '../store/b.ts'`],
  'the domain cuts': ['server/domain/a.ts', `import { cutArea } from '../cut/cut.ts'`],
  'the cut reads a file': ['server/cut/a.ts', `import fs from 'node:fs'`],
  'the domain reads a file': ['server/domain/a.ts', `import fs from 'node:fs'`],
  'the domain takes an impure library': ['server/domain/a.ts', `import pino from 'pino'`],
  'the contract runs Node': ['server/contract/a.ts', `const crypto = await import('node:crypto')`],
  'an action answers HTTP': ['server/actions/a.ts', `import type { Job } from '../contract/jobs.ts'`],
  'a type crosses where a value may not': ['server/store/a.ts', `type A = import('../actions/a.ts').A`],
  're-exporting is importing': ['server/formats/a.ts', `export * from '../imkl/read.ts'`],
  'a tile is drawn by the simulator': [
    'server/tiles/a.ts',
    `import { townPicture } from '../simulator/town-picture.ts'`,
  ],
  'the API cuts': ['server/api/a.ts', `import { cutArea } from '../cut/cut.ts'`],
  'the API decides': ['server/api/a.ts', `import { priceOf } from '../domain/prices.ts'`],
  'the API asks the store': ['server/api/a.ts', `import { jobs } from '../store/jobs.ts'`],
  'a flow knows which engine': ['server/flows/a.ts', `import { x } from '../engine/openworkflow.ts'`],
  'a flow converts in its own process': ['server/flows/a.ts', `import { x } from '../imkl/read.ts'`],
  'the window reaches past the contract': ['renderer/a.tsx', `import { x } from '../server/domain/rd.ts'`],
  'the window uses Node': ['renderer/a.tsx', `import path from 'node:path'`],
  'the shell runs the server in itself': ['electron/main.ts', `import '../server/start.ts'`],
  'someone imports an entry': ['server/api/a.ts', `import { x } from '../start.ts'`],
  'a part of an entry starts another in itself': ['server/cli/serve.ts', `import '../start.ts'`],
  'a room knows how processes are started': ['server/flows/a.ts', `import { x } from '../process/child.ts'`],
  'an entry imports the window': ['server/start.ts', `import '../renderer/main.tsx'`],
  'a second importer of SQLite': ['server/api/a.ts', `import Database from 'better-sqlite3'`],
  'a required driver counts': ['server/imkl/a.ts', `const gdal = require('gdal-async')`],
  'a part of a package counts': ['server/flows/a.ts', `import { x } from 'openworkflow/sqlite'`],
  'Electron outside the shell': ['renderer/a.tsx', `import { ipcRenderer } from 'electron'`],
  'a file outside the rooms': ['server/helpers/a.ts', `export const x = 1`],
}
test('reports each forbidden import', () => {
  for (const [name, [file, text]] of Object.entries(forbidden)) {
    assert.equal(importComplaints(house({ [file]: text })).length, 1, name)
  }
})

const allowed: Record<string, [file: string, text: string]> = {
  'an entry wires any room of the server': [
    'server/start.ts',
    `import '../server/api/app.ts'; import './store/open.ts'`,
  ],
  'a part of an entry uses any room': [
    'server/cli/cut.ts',
    `import { cutArea } from '../cut/cut.ts'; import './say.ts'`,
  ],
  'the API raises a refusal': ['server/api/a.ts', `import { Refusal } from '../domain/refusal.ts'`],
  'the API names a type of the domain': ['server/api/a.ts', `import type { Part } from '../domain/cut.ts'`],
  'a flow uses the port': ['server/flows/a.ts', `import type { Flow } from '../engine/port.ts'`],
  'a comment names what is forbidden': [
    'server/domain/a.ts',
    `// import fs from 'node:fs'\nexport const a = "import('node:fs')"`,
  ],
  'a script is started by its path': [
    'server/flows/a.ts',
    `export const script = new URL('../convert.ts', import.meta.url)`,
  ],
}
test('reports no allowed import', () => {
  for (const [name, [file, text]] of Object.entries(allowed)) {
    assert.deepEqual(importComplaints(house({ [file]: text })), [], name)
  }
})

test('a circle over three files is found once, also when one link is only a type', () => {
  const circle = house({
    'server/domain/a.ts': `import { b } from './b.ts'`,
    'server/domain/b.ts': `import type { C } from './c.ts'`,
    'server/domain/c.ts': `export { a } from './a.ts'`,
  })

  assert.deepEqual(circleComplaints(circle), [
    'server/domain/a.ts -> server/domain/b.ts -> server/domain/c.ts -> server/domain/a.ts',
  ])
})
