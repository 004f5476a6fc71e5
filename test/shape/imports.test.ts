/** The house keeps its rooms: who imports whom, who alone imports what, and no circles. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withPicture } from './picture.ts'
import { ROOMS } from './rooms.ts'
import { circleComplaints, importComplaints, reachComplaints } from './rules.ts'
import { importsOf, readSources, type Source } from './sources.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const ours = readSources(root, ['server', 'electron', 'renderer'])

test('every import is one that the table of rooms allows', () => {
  assert.ok(ours.length > 0)
  assert.deepEqual(importComplaints(ours), [])
})

test('the API process loads neither the client of the registry nor what writes a result; the window loads nothing of Node', () => {
  assert.deepEqual(reachComplaints(ours), [])
})

test('only commands import the simulator, and features the words of its control', () => {
  const importing = Object.entries(ROOMS).filter(([, { mayImport }]) => mayImport.includes('server/simulator'))
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
  'the platform knows a noun': ['server/platform/a.ts', `import { b } from '../features/jobs/rows.ts'`],
  'geometry knows IMKL': ['server/geometry/a.ts', `import { b } from '../imkl/read.ts'`],
  'geometry reads a file': ['server/geometry/a.ts', `import fs from 'node:fs'`],
  'the cut reads a file': ['server/cut/a.ts', `import fs from 'node:fs'`],
  'a rule of jobs reads a file': ['server/features/jobs/rules/a.ts', `import fs from 'node:fs'`],
  'a pure folder takes an impure library': ['server/imkl/model/a.ts', `import pino from 'pino'`],
  'the client of the registry knows rows': [
    'server/registry/a.ts',
    `import { b } from '../features/jobs/rows/parts.ts'`,
  ],
  'IMKL is written where it is read': ['server/imkl/a.ts', `export * from '../exports/geopackage/write.ts'`],
  'exports know a feature': ['server/exports/a.ts', `type A = import('../features/results/schema.ts').A`],
  'a tile is drawn by the simulator': [
    'server/exports/tiles/a.ts',
    `import { townPicture } from '../../simulator/town-picture.ts'`,
  ],
  'a feature imports one above it': ['server/features/jobs/a.ts', `import { x } from '../projects/rows.ts'`],
  'jobs import results': ['server/features/jobs/a.ts', `import { x } from '../results/rows/results.ts'`],
  'a feature imports what joins them': ['server/features/jobs/a.ts', `import { x } from '../../api/app.ts'`],
  'the window reaches past the schemas': [
    'renderer/a.tsx',
    `import { x } from '../server/features/jobs/submit-job.ts'`,
  ],
  'the window uses Node': ['renderer/a.tsx', `import path from 'node:path'`],
  'the shell runs the server in itself': ['electron/main.ts', `import '../server/start.ts'`],
  'someone imports an entry': ['server/api/a.ts', `import { x } from '../start.ts'`],
  'a part of an entry starts another in itself': ['server/cli/serve.ts', `import '../start.ts'`],
  'an entry imports the window': ['server/start.ts', `import '../renderer/main.tsx'`],
  'a second importer of SQLite': ['server/api/a.ts', `import Database from 'better-sqlite3'`],
  'a required driver counts': ['server/imkl/a.ts', `const gdal = require('gdal-async')`],
  'a part of a package counts': ['server/features/a.ts', `import { x } from 'openworkflow/sqlite'`],
  'Electron outside the shell': ['renderer/a.tsx', `import { ipcRenderer } from 'electron'`],
  'a file outside the rooms': ['server/helpers/a.ts', `export const x = 1`],
}
test('reports each forbidden import', () => {
  for (const [name, [file, text]] of Object.entries(forbidden)) {
    assert.equal(importComplaints(house({ [file]: text }), {}).length, 1, name)
  }
})

const allowed: Record<string, [file: string, text: string]> = {
  'an entry wires any room of the server': [
    'server/start.ts',
    `import '../server/api/app.ts'; import './platform/database/open.ts'`,
  ],
  'a part of an entry uses any room': [
    'server/cli/cut.ts',
    `import { cutArea } from '../cut/cut.ts'; import './say.ts'`,
  ],
  'every feature imports jobs': ['server/features/digging/a.ts', `import { x } from '../jobs/rows/parts.ts'`],
  'the window imports a schema': ['renderer/a.tsx', `import { Job } from '../server/features/jobs/schema.ts'`],
  'a comment names what is forbidden': [
    'server/geometry/a.ts',
    `// import fs from 'node:fs'\nexport const a = "import('node:fs')"`,
  ],
  'a script is started by its path': [
    'server/features/a.ts',
    `export const script = new URL('../caged.ts', import.meta.url)`,
  ],
}
test('reports no allowed import', () => {
  for (const [name, [file, text]] of Object.entries(allowed)) {
    assert.deepEqual(importComplaints(house({ [file]: text }), {}), [], name)
  }
})

test('an exception holds for one file, and is reported once nothing needs it', () => {
  const job = house({ 'server/features/jobs/a.ts': `import { x } from '../results/b.ts'` })
  const exception = { 'server/features/jobs/a.ts': ['server/features/results/b.ts'] }

  assert.deepEqual(importComplaints(job, exception), [])
  assert.equal(importComplaints(house({}), exception).length, 1)
})

test('what a process loads is found over several files, and not through types', () => {
  const leads = (link: string) =>
    house({
      'server/start.ts': `import './features/a.ts'`,
      'server/features/a.ts': link,
      'server/registry/client/client.ts': `export const x = 1`,
    })

  assert.equal(reachComplaints(leads(`const late = () => import('../registry/client/client.ts')`)).length, 1)
  assert.deepEqual(reachComplaints(leads(`import type { X } from '../registry/client/client.ts'`)), [])
  assert.equal(
    reachComplaints(
      house({
        'renderer/a.tsx': `import { b } from '../server/features/jobs/schema.ts'`,
        'server/features/jobs/schema.ts': `import fs from 'node:fs'`,
      }),
    ).length,
    1,
  )
})

test('a circle over three files is found once, also when one link is only a type', () => {
  const circle = house({
    'server/cut/a.ts': `import { b } from './b.ts'`,
    'server/cut/b.ts': `import type { C } from './c.ts'`,
    'server/cut/c.ts': `export { a } from './a.ts'`,
  })

  assert.deepEqual(circleComplaints(circle), [
    'server/cut/a.ts -> server/cut/b.ts -> server/cut/c.ts -> server/cut/a.ts',
  ])
})
