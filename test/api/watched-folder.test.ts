/** A folder whose delivery ZIPs are opened as they come: each once, and what is none is said. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { folderLook, watchedFolder } from '../../server/actions/imports/watch-folder.ts'
import { RefusedInFolder } from '../../server/contract/imports.ts'
import { JobPage } from '../../server/contract/routes.ts'
import { openWorld, shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

let made: string
let delivery: string
let other: string

before(async () => {
  made = mkdtempSync(join(tmpdir(), 'klic-watched-'))
  delivery = await simulatedDelivery(made, '26G000001', [155_000, 390_000, 155_040, 390_040], { klicType: 'GRAAF' })
  other = await simulatedDelivery(made, '26O000002', [155_060, 390_000, 155_100, 390_040])
})
after(() => rmSync(made, { recursive: true, force: true }))

async function watching(t: TestContext) {
  const world = await openWorld(t)
  const folder = join(world.dataDir, 'in')
  mkdirSync(folder)
  const watched = { path: folder, companyId: world.companyId }
  Object.assign(world.needs, { watchedFor: world.companyId })
  const errors: unknown[] = []
  /** A process of its own: it has seen nothing. */
  const begin = (more: Partial<typeof world.needs> = {}) =>
    folderLook({ ...world.needs, ...more }, watched, (error) => errors.push(error))
  const { window } = await world.signIn()
  const jobs = async () => shown(JobPage, await world.v1('/jobs')).data
  const refusals = async () => shown(RefusedInFolder, await window('/imports/refused')).files
  const rows = () =>
    world.store.db.selectFrom('watched_file').select(['name', 'state', 'tries', 'fault']).orderBy('name').execute()
  return {
    world,
    folder,
    begin,
    look: begin(),
    jobs,
    refusals,
    rows,
    window,
    errors,
    at: (name: string) => join(folder, name),
  }
}

test('a file is taken when two looks find it the same, once, and lies there as it was', async (t) => {
  const { at, look, jobs, rows, begin, refusals } = await watching(t)
  assert.deepEqual(await refusals(), [])
  copyFileSync(delivery, at('levering.zip'))
  await look()
  assert.deepEqual([await jobs(), await rows()], [[], []], 'it may be on its way')
  utimesSync(at('levering.zip'), 1_700_000_000, 1_700_000_000)
  await look()
  assert.deepEqual(await jobs(), [], 'it has another time')
  await look()
  const [job] = await jobs()
  assert.deepEqual([job!.source, job!.reference !== null], ['imported', true])
  assert.deepEqual(await rows(), [{ name: 'levering.zip', state: 'taken', tries: 1, fault: null }])
  // The next process knows, and the same under another name is the same request.
  const next = begin()
  copyFileSync(delivery, at('nog eens.zip'))
  for (let looks = 0; looks < 3; looks++) await next()
  assert.equal((await jobs()).length, 1)
  assert.deepEqual(
    (await rows()).map(({ name, tries }) => [name, tries]),
    [
      ['levering.zip', 1],
      ['nog eens.zip', 1],
    ],
  )
  copyFileSync(other, at('levering.zip'))
  for (let looks = 0; looks < 3; looks++) await next()
  assert.equal((await jobs()).length, 2, 'another file under the same name')
})

test('what is no delivery is said once, in words of the window, and not tried again', async (t) => {
  let described = 0
  const { at, begin, refusals, rows, jobs, world, window } = await watching(t)
  const look = begin({
    describeDeliveries: (...asked) => {
      described++
      return world.needs.describeDeliveries(...asked)
    },
  })
  writeFileSync(at('stuk.zip'), 'PK but no more')
  writeFileSync(at('lijst.txt'), 'not looked at')
  writeFileSync(at('.half.zip'), 'not looked at')
  symlinkSync(delivery, at('link.zip'))
  mkdirSync(at('map.zip'))
  for (let looks = 0; looks < 4; looks++) await look()
  assert.equal(described, 1)
  const [only, ...more] = (await refusals())!
  assert.deepEqual([only!.name, only!.fault, more, await jobs()], ['stuk.zip', 'DAMAGED', [], []])
  assert.ok(only!.message.length > 10)
  copyFileSync(delivery, at('stuk.zip'))
  for (let looks = 0; looks < 3; looks++) await look()
  assert.deepEqual([await refusals(), (await jobs()).length, (await rows()).length], [[], 1, 1], 'it was mended')
  const neighbour = await world.company()
  const theirs = (await world.signIn(neighbour)).window
  assert.equal(shown(RefusedInFolder, await theirs('/imports/refused')).files, null)
  assert.equal((await window('/imports/refused')).text.includes(at('')), false)
})

test('killed between any two of its effects it takes each file, and makes one request of it', async (t) => {
  const { world, at, begin, jobs, rows } = await watching(t)
  copyFileSync(delivery, at('levering.zip'))
  class Killed extends Error {}
  let least = 0
  for (let effects = 0; least === 0; effects++) {
    let left = effects
    const dying =
      <T extends unknown[], R>(act: (...asked: T) => Promise<R>) =>
      async (...asked: T): Promise<R> => {
        if (left-- === 0) throw new Killed()
        const done = await act(...asked)
        if (left-- === 0) throw new Killed()
        return done
      }
    const { store, storage, describeDeliveries } = world.needs
    const look = begin({
      store: { ...store, transaction: dying(store.transaction) as typeof store.transaction },
      storage: { ...storage, keep: dying(storage.keep) },
      describeDeliveries: dying(describeDeliveries),
    })
    for (let looks = 0; looks < 2; looks++) await look().catch(() => {})
    const [row] = await rows()
    if (row?.state === 'taken' && left > 0) least = effects
    assert.ok((await jobs()).length <= 1)
    // A fresh start for the next: what is known of the file is forgotten, the request is not.
    if (row?.state !== 'taken') await world.store.db.updateTable('watched_file').set({ tries: 0 }).execute()
  }
  assert.ok(least > 4, `only ${least}`)
  assert.equal((await jobs()).length, 1)
  const next = begin()
  for (let looks = 0; looks < 3; looks++) await next()
  assert.deepEqual(await rows(), [{ name: 'levering.zip', state: 'taken', tries: 1, fault: null }])
})

test('a file that fails each time is given up after three tries, and said', async (t) => {
  const { at, begin, refusals, rows, errors } = await watching(t)
  copyFileSync(delivery, at('levering.zip'))
  let tried = 0
  const look = begin({
    describeDeliveries: async () => {
      tried++
      throw new Error('it ended')
    },
  })
  for (let looks = 0; looks < 8; looks++) await look()
  assert.deepEqual([tried, errors.length], [3, 3])
  assert.deepEqual(
    (await refusals())!.map(({ name, fault }) => [name, fault]),
    [['levering.zip', 'FAILED']],
  )
  assert.deepEqual(await rows(), [{ name: 'levering.zip', state: 'refused', tries: 3, fault: 'FAILED' }])
})

test('what has gone is known for a month more; a folder that is away is said, and nothing is forgotten', async (t) => {
  const { world, folder, at, look, rows } = await watching(t)
  writeFileSync(at('stuk.zip'), 'no ZIP')
  for (let looks = 0; looks < 2; looks++) await look()
  rmSync(folder, { recursive: true })
  await assert.rejects(look(), /ENOENT/)
  mkdirSync(folder)
  await look()
  assert.equal((await rows()).length, 1)
  await world.store.db.updateTable('watched_file').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
  await look()
  assert.deepEqual(await rows(), [])
})

test('whoever sets it up names a company that is here; on a computer of one’s own it is the only one', async (t) => {
  const world = await openWorld(t)
  const { store } = world
  assert.equal(await watchedFolder(store, null, world.companyId), null)
  const path = '/srv/klic/in'
  assert.deepEqual(await watchedFolder(store, { path, companyId: null }, world.companyId), {
    path,
    companyId: world.companyId,
  })
  await assert.rejects(watchedFolder(store, { path, companyId: 'cmp_none' }, world.companyId), /klic company list/)
})
