/** Only known files open others for writing: a new one must ask for room on the disk. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const OPENS =
  /\bcreateWriteStream\(|\b(?:writeFile|appendFile|copyFile)(?:Sync)?\(|\bopen(?:Sync)?\([^()\n]*(?:\([^()\n]*\))?[^()\n]*,\s*['"`](?:w|a|r\+)/

/** By file or folder, with what bounds it. */
const KNOWN: Readonly<Record<string, string>> = {
  'server/features/kept-files.ts': 'asks before the first byte and while bytes come',
  'server/features/imports/keep-deliveries.ts': 'copies to a place of the storage what kept-files took',
  'server/features/site-package/site-folder.ts': 'copies of files of one result, before they are zipped',
  'server/features/site-package/site-zip.ts': 'a process whose output lies at a place of the storage',
  'server/features/areas/files/': 'copies of one file with areas, in a folder of the caged process',
  'server/exports/conversion/': 'the same',
  'server/exports/formats/': 'the same',
  'server/exports/print/': 'the same',
  'server/imkl/merge/readings.ts': 'the same, in a folder of the worker',
  'server/registry/client/download.ts': 'writes to a place of the storage',
  'server/platform/storage/cache.ts': 'copies, bounded by cache_gb',
  'server/platform/storage/storage-id.ts': 'some 40 bytes',
  'server/platform/processes/': 'a few bytes: address, lock, a task',
  'server/features/settings/secrets.ts': 'a few bytes',
  'server/features/results/tasks/run-conversion.ts': 'a task',
  'server/features/digging/start-photos.ts': 'a photo of bounded size',
  'server/features/trenches/findings-file.ts': 'photos of bounded number and size, in a folder of the caged process',
  'server/features/status/storage-probe.ts': 'a probe',
  'server/platform/log/log-file.ts': 'turns over at 10 MB, keeps four files before',
  'server/simulator/': 'what the simulator keeps of itself',
  'server/cli/': 'a command of a person at a terminal',
  'server/api/calls.ts': 'an example for readers, which never runs',
}

const writersIn = (files: readonly (readonly [path: string, text: string])[]): string[] =>
  files
    .filter(([, text]) => OPENS.test(text))
    .map(([path]) => path.replaceAll('\\', '/'))
    .filter(
      (path) => !Object.keys(KNOWN).some((known) => path === known || (known.endsWith('/') && path.startsWith(known))),
    )

test('no other file of the server opens a file for writing', () => {
  const files = globSync('server/**/*.ts').map((path) => [path, readFileSync(path, 'utf8')] as const)
  assert.ok(files.length > 500)
  assert.deepEqual(writersIn(files), [])
})

test('reports each way of opening a file for writing', () => {
  const ways = [
    "createWriteStream(path, { flags: 'wx' })",
    'await writeFile(path, text)',
    "const handle = await open(join(a, b), 'r+')",
    "openSync(file, 'a', 0o600)",
    'copyFileSync(from, to)',
  ]
  for (const way of ways)
    assert.deepEqual(writersIn([['server/features/jobs/new.ts', way]]), ['server/features/jobs/new.ts'])
  assert.deepEqual(writersIn([['server/features/jobs/new.ts', "open(path, 'r'); createReadStream(path)"]]), [])
})
