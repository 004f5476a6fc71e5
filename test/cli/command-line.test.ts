import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { openVaults } from '../../server/features/settings/secrets.ts'
import { insertUser } from '../../server/features/users/rows.ts'
import { MAX_AREA_FILE_BYTES } from '../../server/geometry/found-areas.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { version } from '../../server/platform/places.ts'
import { BadSetup, TryLater } from '../../server/platform/refusal.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { makeAreaFile } from '../support/area-files.ts'
import { makeCertificate } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { makeStore } from '../support/make-store.ts'
import { serverEntry } from '../support/server-entry.ts'
import { shared } from '../support/shared.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const KLIC = serverEntry('klic')
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klic-cli-'))
})
after(() => rm(folder, { recursive: true, force: true }))

interface CommandResult {
  code: number
  out: string
  words: string
}

const klicWith = (more: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...more }
    execFile(process.execPath, [KLIC, ...args], { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, words) => {
      resolve({ code: error ? Number(error.code) : 0, out, words })
    })
  })

const klic = (...args: string[]): Promise<CommandResult> => klicWith({}, ...args)

/** Those that need a database, called without a process. */
const COMMANDS = {
  key: () => import('../../server/cli/keys.ts'),
  token: () => import('../../server/cli/token.ts'),
  company: () => import('../../server/cli/company.ts'),
  statement: () => import('../../server/cli/statement.ts'),
  registry: () => import('../../server/cli/registry.ts'),
  backup: () => import('../../server/cli/backup.ts'),
  import: () => import('../../server/cli/import.ts'),
  site: () => import('../../server/cli/site.ts'),
}

const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const SITE = {
  type: 'Polygon',
  coordinates: [
    [
      [120_930, 480_960],
      [121_080, 480_960],
      [121_080, 481_040],
      [120_930, 481_040],
      [120_930, 480_960],
    ],
  ],
}

test('prints the areas of a file in RD New, and refuses one that breaks off with code 3', async () => {
  const path = await file(
    'veld.wkt',
    'SRID=31370;POLYGON((219724.716964 316773.037598,219824.752592 316774.410496,219823.379717 316874.446148,219724.716964 316773.037598))',
  )
  const { code, out, words } = await klic('areas', path)
  assert.equal(code, 0, words)
  const { areas, crs, left_out } = JSON.parse(out) as {
    areas: { geometry: { type: string; coordinates: [number, number][][] } }[]
    crs: string
    left_out: object
  }
  assert.deepEqual([areas.length, areas[0]!.geometry.type, crs], [1, 'Polygon', 'EPSG:31370'])
  const [[x, y] = [0, 0]] = areas[0]!.geometry.coordinates[0]!
  assert.ok(Math.hypot(x - 155_000, y - 463_000) < 1, `${x} ${y}`)
  assert.deepEqual(left_out, { points: 0, empty: 0, hidden: 0, elsewhere: 0, files: [], too_many: 0 })

  const cut = await klic('areas', await file('half.dxf', '  0\nSECTION\n  2\nENTITIES\n  0\nLWPOLY'))
  assert.deepEqual([cut.code, cut.out], [3, ''])
  assert.match(cut.words, /breaks off/)
  assert.equal((await klic('areas', join(folder, 'nothing.dxf'))).code, 3)
})

test('prints the areas of a GeoPackage that lies anywhere, and refuses a file that is too large', async () => {
  const path = join(folder, 'veld.gpkg')
  await writeFile(path, await makeAreaFile('gpkg', folder))
  const { code, out, words } = await klic('areas', path)
  assert.equal(code, 0, words)
  const { areas, crs } = JSON.parse(out) as { areas: { name: string }[]; crs: string }
  assert.deepEqual([areas.map(({ name }) => name), crs], [['Veld', 'Sleuf'], 'EPSG:28992'])

  await truncate(path, MAX_AREA_FILE_BYTES + 1)
  const large = await klic('areas', path)
  assert.deepEqual([large.code, large.out], [3, ''])
  assert.match(large.words, /larger than 50 MB/)
})

test('a conversion gives way to the server, one at a terminal does not', {
  skip: process.platform === 'win32',
}, async () => {
  for (const [env, priority] of [
    [{}, constants.priority.PRIORITY_BELOW_NORMAL],
    [{ KLIC_CONVERT_FOR: 'command' }, constants.priority.PRIORITY_NORMAL],
  ] as const) {
    const child = spawn(process.execPath, [serverEntry('caged')], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const task = join(folder, 'no-result.json')
    const out = [{ format: 'geojson', path: join(folder, 'none.geojson') }]
    await writeFile(task, JSON.stringify({ kind: 'export', gpkg: join(folder, 'none.gpkg'), out, tempDir: folder }))
    child.stdin.write(`${task}\n`)
    // It has failed, and waits for the next task.
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('failure')) break
    assert.equal(getPriority(child.pid!), priority)
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
})

test('merges also where its priority is lowered from outside', { skip: process.platform === 'win32' }, async () => {
  const zip = await simulatedDelivery(folder, '26G000001', [155_000, 390_000, 155_040, 390_040])
  const out = join(folder, 'nice.geojson')
  const { code, words } = await new Promise<CommandResult>((resolve) => {
    const args = ['-n', '19', process.execPath, KLIC, 'merge', '--format', 'geojson', '--out', out, zip]
    execFile('nice', args, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout, words: stderr }),
    )
  })
  assert.equal(code, 0, words)
  assert.ok((await stat(out)).size > 0)
})

test('every command explains itself, on standard output and with code 0', async () => {
  for (const command of ['serve', 'areas', 'cut', 'merge', 'import', 'key', 'registry', 'demo']) {
    const { code, out, words } = await klic(command, '--help')
    assert.equal(code, 0, command)
    assert.match(out, new RegExp(command))
    assert.equal(words, '')
  }
})

test('an unknown command and a wrong option are wrong use: code 2, nothing on standard output', async () => {
  for (const args of [
    ['cutt'],
    ['cut', '--tipe', 'GRAAF'],
    ['cut', '--type', 'GRAF', 'x.geojson'],
    ['merge', 'x.zip'],
  ]) {
    const { code, out, words } = await klic(...args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.notEqual(words, '')
  }
})

test('cut prints the parts in RD New and what they cost', async () => {
  const path = await file('site.geojson', { type: 'Feature', properties: {}, geometry: SITE })
  const { code, out } = await klic('cut', '--type', 'GRAAF', path)
  assert.equal(code, 0)
  const cut = JSON.parse(out)
  assert.equal(cut.notifications, 1)
  assert.deepEqual(cut.total, { amount: '39.95', currency: 'EUR' })
  assert.equal(cut.parts.length, 1)
  const corners = new Set(cut.parts[0].coordinates[0].map(String))
  assert.deepEqual(corners, new Set(SITE.coordinates[0]?.map(String)))
})

test('cut refuses a bow-tie with code 3 and says where it crosses', async () => {
  const [[a, b, c, d]] = SITE.coordinates as [[unknown, unknown, unknown, unknown]]
  const path = await file('bow-tie.geojson', { type: 'Polygon', coordinates: [[a, c, b, d, a]] })
  const { code, out, words } = await klic('cut', '--type', 'GRAAF', path)
  assert.deepEqual([code, out], [3, ''])
  assert.match(words, /121005.*481000/s)
})

test('merge reads a delivery, writes the file and prints what it holds; the order of the files changes nothing', async () => {
  const west = await simulatedDelivery(folder, '99O0000001', [152_400, 385_200, 152_700, 385_500])
  const east = await simulatedDelivery(folder, '99O0000002', [152_700, 385_200, 153_000, 385_500])
  const out = join(folder, 'merged.gpkg')
  const first = await klic('merge', '--out', out, west, east)
  assert.equal(first.code, 0, first.words)
  const summary = JSON.parse(first.out)
  assert.equal(summary.format, 'gpkg')
  assert.equal(summary.bytes, (await stat(out)).size)
  assert.ok(summary.objecttypes.Elektriciteitskabel.length_m > 0)
  assert.ok(summary.operators.every((operator: { delivered: unknown }) => typeof operator.delivered === 'boolean'))
  assert.ok(
    summary.operators.every((operator: object) => 'precaution_themes' in operator && !('precautionThemes' in operator)),
  )
  const second = JSON.parse((await klic('merge', '--out', out, east, west)).out)
  assert.equal(second.sha256, summary.sha256)
  assert.deepEqual(second.objecttypes, summary.objecttypes)
})

test('merge refuses what is no delivery with code 3, and leaves no file', async () => {
  const path = await file('broken.zip', 'PK\u0003\u0004 and no more')
  const out = join(folder, 'broken.gpkg')
  const { code, words } = await klic('merge', '--out', out, path)
  assert.equal(code, 3, words)
  assert.match(words, /broken\.zip/)
  await assert.rejects(stat(out))
})

test('merge --each writes a file of each delivery, and names one that can not be read', async () => {
  const [one, two] = await Promise.all([
    simulatedDelivery(folder, '99O0000003', [152_400, 385_200, 152_500, 385_300]),
    simulatedDelivery(folder, '99O0000004', [152_700, 385_200, 152_800, 385_300]),
  ])
  const broken = await file('each-broken.zip', 'PK\u0003\u0004 and no more')
  const into = await mkdtemp(join(folder, 'each-'))
  const { code, out, words } = await klic('merge', '--each', into, one, broken, two)
  assert.equal(code, 3, words)
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ delivery, error_code }) => [delivery, error_code]),
    [
      [one, undefined],
      [broken, 'DELIVERY_UNREADABLE'],
      [two, undefined],
    ],
  )
  assert.deepEqual((await readdir(into)).sort(), [basename(lines[0].file), basename(lines[2].file)].sort())
  const alone = join(await mkdtemp(join(folder, 'alone-')), basename(lines[0].file))
  const { sha256 } = JSON.parse((await klic('merge', '--out', alone, one)).out)
  assert.equal(sha256, lines[0].sha256, 'the bytes of one that is merged alone')
  assert.equal((await klic('merge', '--each', into, one, one)).code, 2)
})

test('a key is printed once and opens nothing but a hash is kept', async () => {
  const dataDir = join(folder, 'data')
  await makeStore(dataDir)
  const asked = ['--name', 'QGIS', '--permission', 'read,write', '--data', dataDir]
  const { code, out, words } = await klic('key', 'create', ...asked)
  assert.equal(code, 0)
  const key = JSON.parse(out)
  assert.match(key.secret, /^klic_sim_[0-9A-Za-z]{38}$/)
  assert.deepEqual([out.split(key.secret).length, words.includes(key.secret)], [2, false])
  assert.deepEqual(key.permissions, ['read', 'write'])
  const database = await readFile(join(dataDir, 'app.db'), 'latin1')
  assert.equal(database.includes(key.secret), false)
  assert.equal((await klic('key', 'create', '--name', 'x', '--permission', 'own', '--data', dataDir)).code, 2)
})

// The figures of all groups: imkl/deliveries.test.ts.
test('example deliveries merge to the figures of an independent reader', {
  skip: !shared('deliveries') && 'the example deliveries are not here',
}, async () => {
  const expected = JSON.parse(await readFile(shared('deliveries/expected.json')!, 'utf8'))
  const group: { deliveries: string[]; classes: Record<string, { count: number }> } = expected.groups.same_polygon
  const zips = group.deliveries.map((delivery) => shared(`deliveries/Levering_${delivery}.zip`)!)
  const { code, out, words } = await klic('merge', '--out', join(folder, 'examples.zip'), ...zips)
  assert.equal(code, 0, words)
  const countsOf = (classes: Record<string, { count: number }>) =>
    Object.fromEntries(Object.entries(classes).map(([type, { count }]) => [type, count]))
  assert.deepEqual(countsOf(JSON.parse(out).objecttypes), countsOf(group.classes))
})

test('a further company comes with a link for its owner, and keys are made for one of them', async () => {
  const dataDir = join(folder, 'office')
  await makeStore(dataDir)
  const made = await klic(
    'company',
    'create',
    '--name',
    'Buren B.V.',
    '--owner',
    'olga@buren.example',
    '--data',
    dataDir,
  )
  assert.equal(made.code, 0, made.words)
  const { company_id, owner, invitation } = JSON.parse(made.out)
  assert.equal(owner, 'olga@buren.example')
  assert.ok(invitation.link.endsWith(`/#invitation=${invitation.token}`))
  const { data } = JSON.parse((await klic('company', 'list', '--data', dataDir)).out)
  assert.equal(data.length, 2)
  assert.deepEqual([data[1].company_id, data[1].name], [company_id, 'Buren B.V.'])
  const key = await klic('key', 'create', '--name', 'ERP', '--company', company_id, '--data', dataDir)
  assert.equal(key.code, 0, key.words)
  const stranger = await klic('key', 'create', '--name', 'ERP', '--company', 'com_none', '--data', dataDir)
  assert.equal(stranger.code, 2)
  const freeMail = await klic('company', 'create', '--name', 'x', '--owner', 'x@gmail.com', '--data', dataDir)
  assert.deepEqual([freeMail.code, freeMail.words.trim().split('\n').length], [3, 1], 'said once')
  assert.equal(
    JSON.parse((await klic('company', 'list', '--data', dataDir)).out).data.length,
    2,
    'none without an owner',
  )
  assert.equal((await klic('company', 'create', '--name', 'x', '--data', dataDir)).code, 2)
})

interface Company {
  company_id: string
  name: string
  owners: string[]
}

test('on a server for others the first company gets its name, and no two companies have one name', async () => {
  const dataDir = join(folder, 'for-others')
  await makeStore(dataDir)
  const office = { KLIC_PUBLIC_URL: 'https://klic.office.example', KLIC_DATA: dataDir }
  const create = async (name: string) => {
    const ended = await klicWith(office, 'company', 'create', '--name', name, '--owner', 'olga@buren.example')
    return { code: ended.code, words: ended.words, id: ended.code === 0 ? JSON.parse(ended.out).company_id : null }
  }
  const list = async () => (JSON.parse((await klicWith(office, 'company', 'list')).out) as { data: Company[] }).data
  const before = JSON.parse((await klicWith(office, 'token')).out)
  assert.ok(before.window_token, 'made, and not used')
  const [began] = await list()
  const first = await create('Grond B.V.')
  assert.equal(first.words, '')
  assert.deepEqual(await list(), [{ ...began!, name: 'Grond B.V.' }])
  assert.equal(first.id, began!.company_id)
  const taken = await create('grond b.v.')
  assert.deepEqual([taken.code, (await list()).length], [3, 1], taken.words)
  assert.match(taken.words, /There is a company grond b\.v\. already/)
  const second = await create('Buren B.V.')
  assert.notEqual(second.id, first.id)
  const store = await openStore(join(dataDir, 'app.db'))
  const olga = {
    name: 'Olga',
    email: 'olga@buren.example',
    passwordHash: '',
    createdAt: '2026-11-27',
    lastSignedInAt: null,
  }
  await insertUser(store.db, { ...olga, id: 'usr_1', companyId: first.id, role: 'owner' })
  await insertUser(store.db, { ...olga, id: 'usr_2', companyId: second.id, role: 'member' })
  await store.close()
  assert.deepEqual(
    (await list()).map(({ owners }) => owners),
    [['olga@buren.example'], []],
  )

  const used = join(folder, 'used')
  await makeStore(used)
  assert.equal((await klicWith({ ...office, KLIC_DATA: used }, 'key', 'create', '--name', 'ERP')).code, 0)
  office.KLIC_DATA = used
  await create('Buren B.V.')
  assert.equal((await list()).length, 2, 'somebody uses the first')
})

test('what can not be written, read or found is said in words before anything is done, not as a fault of the program', async () => {
  const nowhere = join(folder, 'nowhere')
  const month = ['--month', '2026-10']
  const dataDir = join(folder, 'own-data')
  await makeStore(dataDir)
  for (const [args, code, said] of [
    [['statement', ...month, '--data', dataDir, '--out', join(nowhere, 'x.csv')], 2, /no folder .*nowhere/],
    [['backup', '--data', dataDir, '--out', join(nowhere, 'b.zip')], 2, /no folder .*nowhere/],
    [['merge', '--out', join(nowhere, 'x.gpkg'), folder], 2, /no folder .*nowhere/],
    [['cut', '--type', 'GRAAF', nowhere], 3, /nowhere is not there/],
    [['cut', '--type', 'GRAAF', folder], 3, /is a folder/],
  ] as const) {
    const ended = await klic(...args)
    assert.deepEqual([ended.code, ended.out], [code, ''], args.join(' '))
    assert.match(ended.words, said)
    assert.doesNotMatch(ended.words, /ENOENT|EISDIR|\n {4}at /)
  }
  await assert.rejects(stat(nowhere), 'nothing was made there')
})

test('only serve and restore make a database: elsewhere every command says where it looked, and makes nothing', async () => {
  const zip = await file('unread.zip', 'x')
  const commands = [
    ['key', 'create', '--name', 'x'],
    ['token'],
    ['company', 'list'],
    ['company', 'create', '--name', 'x', '--owner', 'olga@buren.example'],
    ['statement', '--month', '2026-10'],
    ['registry', 'probe'],
    ['backup', '--out', join(folder, 'b.zip')],
    ['import', zip],
    ['site', 'job_1', '--out', join(folder, 's.zip')],
  ] satisfies [keyof typeof COMMANDS, ...string[]][]
  const [empty, nowhere] = [join(folder, 'empty'), join(folder, 'nowhere')]
  await mkdir(empty)
  const before = await readdir(folder)
  for (const [name, ...args] of commands) {
    const ended = await klicWith({ KLIC_DATA: nowhere }, name, ...args)
    assert.deepEqual([ended.code, ended.out], [4, ''], `${name}: ${ended.words}`)
    assert.match(ended.words, /^There is no database .*nowhere\/app\.db/)
    assert.equal(ended.words.trim().split('\n').length, 1, ended.words)
    const { run } = await COMMANDS[name]()
    for (const [place, said] of [
      [nowhere, /^There is no (folder|database) .*nowhere.*$/],
      [empty, /^There is no database .*empty\/app\.db.*$/],
    ] as const) {
      await assert.rejects(run([...args, '--data', place]), (error) => {
        // Both end a command with code 4.
        assert.ok(error instanceof BadSetup || error instanceof TryLater, `${name}: ${error}`)
        assert.match(error.message, said)
        return true
      })
    }
  }
  assert.deepEqual([await readdir(empty), await readdir(folder)], [[], before])
})

test('says its version', async () => {
  assert.deepEqual(await klic('--version'), { code: 0, out: `${version}\n`, words: '' })
})

test('move says in one sentence which commands replace it', async () => {
  const { code, out, words } = await klic('move', '--to', 'postgres://127.0.0.1:1/klic')
  assert.deepEqual([code, out], [2, ''])
  assert.match(words, /^klic move is gone: .*klic backup.*klic restore.*\n$/)
})

test('a token of a server that does not run says how it opens a window', async () => {
  const dataDir = join(folder, 'standing')
  await makeStore(dataDir)
  const { code, out, words } = await klic('token', '--data', dataDir)
  assert.deepEqual([code, JSON.parse(out).link], [0, null])
  assert.match(words, /No server runs .*#token=/)
})

test('conformance says at which address no server answers, and what to do', async () => {
  const port = await freePort()
  const ended = await new Promise<CommandResult>((resolve) => {
    const args = ['test/conformance/main.ts', '--base-url', `http://127.0.0.1:${port}`, '--key', 'klic_none']
    execFile(process.execPath, args, (error, out, words) => {
      resolve({ code: error ? Number(error.code) : 0, out, words })
    })
  })
  assert.deepEqual([ended.code, ended.out], [4, ''])
  assert.match(
    ended.words,
    new RegExp(`No server answers at http://127.0.0.1:${port} .*ECONNREFUSED.*Start it, or name`),
  )
})

test('import makes a job of a folder with deliveries, while no server runs; a second time it is known', async () => {
  const data = join(folder, 'imported')
  await makeStore(data)
  const zips = join(folder, 'zips')
  await mkdir(zips)
  await simulatedDelivery(zips, '26O000001', [152_400, 385_200, 152_440, 385_240])
  await simulatedDelivery(zips, '26O000002', [152_440, 385_200, 152_480, 385_240])
  const first = await klic('import', '--data', data, zips)
  assert.equal(first.code, 0, first.words)
  const made = JSON.parse(first.out)
  const outcomes = ({ files }: { files: { klic_number: string; outcome: string; job_id: string }[] }) =>
    files.map(({ klic_number, outcome, job_id }) => [klic_number, outcome, job_id])
  assert.deepEqual(outcomes(made).sort(), [
    ['26O000001', 'imported', made.job_id],
    ['26O000002', 'imported', made.job_id],
  ])
  const again = JSON.parse((await klic('import', '--data', data, zips)).out)
  assert.deepEqual(new Set(outcomes(again).map(([, outcome]) => outcome)), new Set(['known']))
  const text = await file('meadow.txt', 'meadow')
  const { code, out, words } = await klic('import', '--data', data, text)
  assert.deepEqual([code, out], [3, ''])
  assert.match(words, /neither a ZIP nor a GML/)
})

test('registry probe tries the way to the registry without an order, in lines and as JSON', async (t) => {
  const simulated = join(folder, 'simulator')
  const simulator = await startSimulator({ folder: simulated, timeFactor: 6000 })
  t.after(() => simulator.stop())
  const dataDir = await mkdtemp(join(folder, 'probe-'))
  await makeStore(dataDir)
  const env = { KLIC_SIMULATOR_URL: simulator.url, KLIC_SIMULATOR_KEY: simulatorControlKey(simulated) }
  const asked = ['registry', 'probe', '--environment', 'simulator', '--data', dataDir]

  const { code, out } = await klicWith(env, ...asked, '--json')
  const { environment, lines } = JSON.parse(out)
  const stateOf = Object.fromEntries(lines.map(({ name, state }: { name: string; state: string }) => [name, state]))
  assert.equal(environment, 'simulator')
  assert.deepEqual(
    [
      stateOf['Signing in'],
      stateOf['List of deliveries'],
      stateOf['Clock of this computer'],
      stateOf['Relation number'],
    ],
    ['good', 'good', 'good', 'not_tried'],
  )
  assert.equal(code, 0)

  const words = await klicWith({ ...env, KLIC_SIMULATOR_KEY: 'another' }, ...asked)
  assert.equal(words.code, 4, 'a line is bad')
  assert.match(words.out, /^KLIC Desktop .*environment simulator/)
  assert.match(words.out, /^BAD +Credentials .*has another key.*\n +-> /m)
  assert.equal((await klicWith(env, 'registry', 'order')).code, 2)
})

/** A test asks nothing of the real registry. */
const OFFLINE = `--import=data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns/promises'
  import { syncBuiltinESMExports } from 'node:module'
  globalThis.fetch = dns.lookup = async () => { throw new Error('offline') }
  syncBuiltinESMExports()`)}`

test('registry probe sends to the app for what its keychain has sealed, and to enter anew what no key here opens', async () => {
  const dataDir = await mkdtemp(join(folder, 'sealed-'))
  await makeStore(dataDir)
  const probe = ['registry', 'probe', '--environment', 'eto', '--data', dataDir, '--json']
  await klicWith({ NODE_OPTIONS: OFFLINE }, ...probe)
  const first = await klicWith({}, 'company', 'list', '--data', dataDir)
  const [{ company_id: companyId }] = JSON.parse(first.out).data
  const { certificatePem, privateKeyPem } = makeCertificate()
  await openVaults(dataDir, 'ab'.repeat(32))
    .of(companyId)
    .saveCredentials('eto', { kind: 'client_credentials', clientId: 'c', keyId: 'k', privateKeyPem, certificatePem })
  const credentialsOf = async (env: Record<string, string>) => {
    const { out } = await klicWith({ ...env, NODE_OPTIONS: OFFLINE }, ...probe)
    return JSON.parse(out).lines.find(({ name }: { name: string }) => name === 'Credentials')
  }
  const [withoutKey, withAnother, withIts] = [
    await credentialsOf({}),
    await credentialsOf({ KLIC_SECRETS_KEY: 'cd'.repeat(32) }),
    await credentialsOf({ KLIC_SECRETS_KEY: 'ab'.repeat(32) }),
  ]
  assert.deepEqual([withoutKey.state, withAnother.state, withIts.state], ['not_tried', 'bad', 'good'])
  assert.match(withoutKey.todo, /Settings, Kadaster, Test the connection/)
  assert.match(withAnother.found, /enter them anew/)
})
