/**
 * What an attack of before found sound, tried again on a real server (the built one, in `npm test`): names that were bent,
 * pages of elsewhere, forms, paths, and files that are made to break their reader. Rows that other tests hold stand in
 * HELD_BY, and must stand there.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import type { z } from 'zod'
import type { Merge as MergeView } from '../../server/features/results/local-schema.ts'
import { OFFICE } from '../support/attacked-world.ts'
import { breakingDeliveries } from '../support/hostile-deliveries.ts'
import { plainGeoPackage } from '../support/hostile-geopackage.ts'
import { at, cable, gmlOf, lineString, link, zipOf } from '../support/imkl-fixture.ts'
import { rawZip } from '../support/raw-zip.ts'
import { asWindow, isAlive, RealServer } from '../support/real-server.ts'
import { setEnv } from '../support/set-env.ts'
import { forget, onPostgres, storeIn } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Of the attack, and where it is tried: a file below test/, and how its tests are called. */
const HELD_BY: Readonly<Record<string, readonly [file: string, ...tests: string[]]>> = {
  'an office under names and origins of others': [
    'http/office.test.ts',
    'it answers under its public name and under numbers, which no page elsewhere can borrow',
    'only pages that came by https under its own name are its own',
    'its cookies travel encrypted only, and browsers are told to stay with https',
  ],
  'one token, two sessions': ['users/sessions.test.ts', 'one token used twenty times at the same instant'],
  'a key as a session, a session as a key': ['users/sessions.test.ts', 'a key opens no dashboard, and a session no v1'],
  'what is another company’s': [
    'hostile/tenants.test.ts',
    "with another company's session every operation",
    "with another company's key every operation",
    'ids in a body or a query are held apart as well',
    'maps and features: OGC, tiles and keys in addresses',
  ],
  'keys in paths, pairing and merging at an office': [
    'http/office.test.ts',
    'what is for programs on the same computer is refused to everybody',
  ],
  'submissions at once, over the limit': [
    'jobs/spending.test.ts',
    'forty submissions at the same instant never spend more than the limit',
  ],
  'equal client_refs at once': [
    'jobs/idempotency.test.ts',
    'two hundred equal client_refs at the same instant make one',
  ],
  'a read key submits': ['jobs/idempotency.test.ts', 'a read key can repeat a quote but not submit through a repeat'],
  'known and unknown addresses': ['users/users.test.ts', 'an unknown address and a wrong password get the same answer'],
  'how passwords and keys are kept': [
    'users/users.test.ts',
    'what is kept of a password is argon2id with a salt of its own',
    'an invitation makes one user, once, with the role that was given',
  ],
  'secrets of keys': ['keys/keys.test.ts', 'a key is made with its secret, which is never shown or kept again'],
  'names that leave the archive, links': [
    'imkl/hostile.test.ts',
    'names that leave the archive are refused',
    'a link in a ZIP is refused',
    'more files than any delivery has are refused',
    'a file that is packed more than any delivery is refused before it is unpacked',
    'an element of absurd size is refused instead of filling memory',
  ],
  'XML that is built to take memory or time': [
    'imkl/xml-scanner.test.ts',
    'XML that is built to take memory or time is refused',
  ],
  'a billion laughs, functions and endless views of a GeoPackage': [
    'hostile-input/files.test.ts',
    'a billion laughs in windows-1252',
    'a view without an end',
    'another dataset as a table',
  ],
  'odd boxes, systems and numbers of layers': [
    'ogc/ogc.test.ts',
    'unknown and wrong parameters are 400, all named at once',
    'a box may be the world, may span the antimeridian, and may be nowhere near',
  ],
  'a reader that takes too long': [
    'areas/area-files.test.ts',
    'in its own process: one line, and a file that takes too long or kills the reader is a fault',
  ],
  'where events may go': [
    'webhooks/post-webhook.test.ts',
    'link-local and metadata addresses are never called, by any name',
    'the connection goes to the address that was judged, also when the name changes later',
    'a redirect is an answer, and nobody follows it',
  ],
  'secrets in the log': ['platform/log.test.ts', 'people and secrets do not reach the log, wherever they stand'],
  'settings of the operator': ['settings/operator.test.ts', 'an administrator of a company sets none of it'],
  'names in QGIS styles and projects': [
    'styling/styles.test.ts',
    'names of other people do not break the XML',
    'a reference that looks like an expression is only shown',
  ],
  'formulas in workbooks': ['formats/lists.test.ts', 'a workbook holds no formula'],
  'formulas in CSV': ['formats/lists.test.ts', 'a line of CSV holds no formula'],
  'the shell: navigation, windows, permissions, bridge, links': [
    'setup/electron-security.test.ts',
    '13. Disable or limit navigation',
    '14. Disable or limit creation of new windows',
    '15. Do not use shell.openExternal with untrusted content',
    '17. Validate the sender of all IPC messages',
    '19. Check which fuses you can change',
  ],
  'the office’s window, deep links': [
    'setup/shell-main.test.ts',
    'it stays at the office, and may call nothing of the shell',
    'a link opens its job, and no other text of a link gets through',
  ],
  'credentials on the disk': [
    'registry/access.test.ts',
    'secrets lie in files that only the owner can read',
    'sealed secrets are unreadable without their key',
  ],
  'backups that were changed': ['cli/backup.test.ts', 'a backup that is damaged or cut short is refused'],
  diagnostics: ['status/diagnostics.test.ts', 'no secret, no name, no address and no text of an error is in it'],
  'logins at the registry': [
    'registry/access.test.ts',
    'an answer with another state is not heard',
    'a redirect address beyond this computer is refused',
  ],
}

describe('what other tests hold stands where it is said to stand', () => {
  for (const [what, [file, ...names]] of Object.entries(HELD_BY))
    test(what, () => {
      const text = readFileSync(join(ROOT, 'test', file), 'utf8')
      for (const name of names) assert.ok(text.includes(name), `${file} has no test "${name}"`)
    })
})

test('every package comes from the registry of npm with its hash', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean; link?: boolean }>
  }
  for (const [path, { resolved, integrity, inBundle, link: isLink }] of Object.entries(packages)) {
    if (path === '' || inBundle || isLink) continue
    // Left out, it is the registry of npm's own.
    if (resolved !== undefined) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
    assert.match(integrity ?? '', /^sha512-/, path)
  }
})

const folder = mkdtempSync(join(tmpdir(), 'klic-sound-'))
const server = new RealServer()
// On PostgreSQL it is the server of an office, which is also called by its number.
if (onPostgres) server.env = { KLIC_PUBLIC_URL: OFFICE.baseUrl() }
let window: Awaited<ReturnType<typeof asWindow>>
let port = 0
let restoreEnv = () => {}

before(async () => {
  if (onPostgres) restoreEnv = setEnv({ DATABASE_URL: await storeIn(folder) })
  await server.open()
  port = Number(new URL(server.ready.local_url).port)
  window = await asWindow(server)
})
after(async () => {
  await server.close()
  restoreEnv()
  if (onPostgres) await forget(folder)
  rmSync(folder, { recursive: true, force: true })
})

/** As it stands: a fetch would normalise the path and set the host. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, setHost: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })

const ROUTES = [
  ...['/', '/index.html', '/api/v1/jobs', '/api/v1/openapi.json', '/api/docs', '/dashboard/api/session'],
  ...[
    '/dashboard/api/settings',
    '/dashboard/api/keys',
    '/ogc',
    '/k/key/ogc',
    '/tiles/job_1/tile.json',
    '/mcp',
    '/pair',
  ],
  ...['/local/merges', '/qgis/plugins.xml', '/health/live', '/health/ready', '/metrics', '/nothing'],
]

test('a name that was bent to this computer gets nothing of any route', async () => {
  const names = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '0.0.0.0',
    '2130706433',
  ]
  const hosts = [...names, '[::ffff:127.0.0.1]', 'evil@127.0.0.1', '127.1', '', ' ', `localhost:${'1'.repeat(6)}`]
  const isNumber = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0
  for (const path of ROUTES) {
    for (const host of [...hosts.filter((each) => !onPostgres || !isNumber(each)), `127.0.0.1:${port}:80`]) {
      const { status, text } = await raw(path, { Host: host, 'X-API-Key': server.secret })
      assert.ok(status === 400 || (status === 403 && text.includes('HOST_NOT_ALLOWED')), `${path} ${host}: ${status}`)
    }
  }
})

test('a page of elsewhere gets nothing of any route, and may read no answer', async () => {
  const own = `127.0.0.1:${port}`
  const near = [`http://127.0.0.1:${port + 1}`, `https://${own}`, `http://${own}.evil.example`, 'http://localhost']
  for (const path of ROUTES) {
    for (const Origin of ['null', 'https://evil.example', 'file://', ...near]) {
      const answer = await raw(path, { Host: own, Origin, 'X-API-Key': server.secret })
      assert.equal(answer.status, 403, `${path} ${Origin}: ${answer.text}`)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
  }
})

test('a form that a page of elsewhere sends with the cookie, without an origin, changes nothing', async () => {
  const { Cookie } = window.headers as { Cookie: string }
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    const headers = { Host: `127.0.0.1:${port}`, Cookie, ...(type && { 'Content-Type': type }) }
    const { status, text } = await raw('/dashboard/api/keys', headers, 'POST', '{"name":"evil"}')
    assert.match(`${status} ${text}`, /^403 .*CSRF_TOKEN_INVALID/, type)
  }
})

test('no path leads out of what is served, however it is spelled', async () => {
  const ups = [
    '../../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..\\..\\etc\\passwd',
  ]
  const odd = ['%00', '%', '%zz', '%c0%ae%c0%ae/etc/passwd', '....//....//etc/passwd', 'a\0b'.replace('\0', '%00')]
  const heads = { Host: `127.0.0.1:${port}`, 'X-API-Key': server.secret }
  const roots = ['/', '/assets/', '/tiles/fonts/', '/tiles/', '/ogc/', '/api/v1/jobs/', '/qgis/', '/api/docs/']
  for (const below of roots) {
    for (const each of [...ups, ...odd]) {
      const { status, text } = await raw(below + each, heads)
      assert.ok(!text.includes('root:'), `${below}${each}`)
      assert.ok([400, 404, 422].includes(status), `${below}${each}: ${status} ${text.slice(0, 80)}`)
    }
  }
})

test('where the server is, its file says; with what to get in, no', {
  skip: onPostgres && 'an office tells no programs of its own computer where it is',
}, () => {
  const said = JSON.parse(readFileSync(join(server.dataDir, 'endpoint.json'), 'utf8'))
  assert.deepEqual(Object.keys(said).sort(), ['base_url', 'pid', 'version'])
})

type Merge = z.infer<typeof MergeView>

const ID = 'nl.imkl-KL9001.'
const GML_NAME = '22G000001_1/GI_gebiedsinformatielevering_22G000001_1_V2.xml'
const GML = gmlOf({ members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 5, 1)))] })
const REFERENCE = 'ref 22G000001'

/** Its state once the conversion has ended, over HTTP as a program on this computer asks for it. */
async function merged(name: string, bytes: string | Uint8Array): Promise<Merge> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const headers = { 'X-API-Key': server.secret, 'Content-Type': 'application/json' }
  const at = `${server.ready.local_url}/local/merges`
  const started = await fetch(at, { method: 'POST', headers, body: JSON.stringify({ deliveries: [path] }) })
  assert.equal(started.status, 202)
  const { merge_id } = (await started.json()) as Merge
  let state: Merge | undefined
  await until(async () => {
    const answer = await fetch(`${at}/${merge_id}`, { headers })
    assert.equal(answer.status, 200)
    state = (await answer.json()) as Merge
    return state.status !== 'working'
  })
  rmSync(path)
  return state!
}

describe('a delivery that is made to break its reader is refused in words, and the server goes on', {
  skip: onPostgres && 'an office merges no files of the computer; deliveries.test.ts hands them to its worker',
}, () => {
  const stored = (name: string, contents: string | Buffer) => ({ name, contents: Buffer.from(contents) })
  const inside = (xml: string) => GML.replace(REFERENCE, xml)
  for (const { what, name, bytes } of breakingDeliveries({ path: GML_NAME, gml: GML, reference: REFERENCE }))
    test(what, async () => {
      const { status, message } = await merged(name, bytes())
      assert.equal(status, 'failed', what)
      assert.ok((message ?? '').length > 20 && !/\n\s+at /.test(message ?? ''), message ?? '')
      assert.ok(isAlive(server.pid))
    })

  test('names that mean something to JavaScript are names', async () => {
    const odd = '<__proto__ a="1"><constructor>x</constructor><toString/></__proto__>'
    const { status, message } = await merged('proto.xml', inside(odd))
    assert.ok(status === 'done' || (message ?? '').length > 20, `${status} ${message}`)
    assert.equal((await merged('plain.xml', GML)).status, 'done', 'and what is none is read after all of them')
  })

  test('a ZIP in a ZIP and 2,001 files beside the delivery harm nobody', async () => {
    const inner = await zipOf({ [GML_NAME]: GML })
    const nested = await zipOf({ 'a.zip': await zipOf({ 'b.zip': await zipOf({ 'c.zip': inner }) }) })
    const many = rawZip([
      stored(GML_NAME, GML),
      ...Array.from({ length: 2001 }, (_, i) => stored(`22G000001_1/${i}`, '')),
    ])
    for (const [name, bytes] of [
      ['nested.zip', nested],
      ['many.zip', many],
    ] as const) {
      const { status, message } = await merged(name, bytes)
      assert.ok(status === 'done' || (message ?? '').length > 20, `${name} ${status} ${message}`)
    }
  })
})

describe('a GeoPackage that is unusual is read, or refused in words', () => {
  let made = 0
  const changed = (change: (db: Database.Database) => void): Buffer => {
    const path = plainGeoPackage(folder, `veld${made++}`)
    const db = new Database(path)
    change(db)
    db.close()
    return readFileSync(path)
  }
  const bring = async (bytes: Buffer) => {
    const headers = { ...window.headers, 'Content-Type': 'application/octet-stream' }
    const answer = await fetch(`${window.below}/areas`, { method: 'POST', headers, body: new Uint8Array(bytes) })
    const { areas, detail } = (await answer.json()) as {
      areas?: { name: string }[]
      detail?: { errors?: { code: string; message: string }[] }
    }
    if (areas) return areas.map(({ name }) => name)
    assert.equal(answer.status, 422)
    assert.ok((detail?.errors?.[0]?.message ?? '').length > 20)
    return detail!.errors![0]!.code
  }

  test('written in WAL mode, without the log beside it', async () => {
    assert.deepEqual(await bring(changed((db) => void db.pragma('journal_mode = WAL'))), ['Veld'])
  })

  test('with a shape of arcs', async () => {
    // CURVEPOLYGON (CIRCULARSTRING (…)): a circle of 10 m, as ISO 13249 spells it in bytes.
    const points = [
      [155_000, 388_000],
      [155_010, 388_010],
      [155_020, 388_000],
      [155_010, 387_990],
      [155_000, 388_000],
    ]
    const head = Buffer.from('GP\0\x01', 'latin1')
    const numbers = Buffer.alloc(4 + 9 + 9 + points.length * 16)
    numbers.writeInt32LE(28992, 0)
    for (const [offset, kind, count] of [
      [4, 10, 1],
      [13, 8, points.length],
    ] as const) {
      numbers.writeUInt8(1, offset)
      numbers.writeUInt32LE(kind, offset + 1)
      numbers.writeUInt32LE(count, offset + 5)
    }
    for (const [i, [x, y]] of points.entries()) {
      numbers.writeDoubleLE(x!, 22 + i * 16)
      numbers.writeDoubleLE(y!, 30 + i * 16)
    }
    const found = await bring(
      changed((db) => {
        for (const { name } of db.prepare("select name from sqlite_master where type = 'trigger'").all() as {
          name: string
        }[])
          db.exec(`drop trigger "${name}"`)
        const { table_name: table, column_name: column } = db
          .prepare('select table_name, column_name from gpkg_geometry_columns')
          .get() as Record<string, string>
        db.prepare(`update "${table}" set "${column}" = ?`).run(Buffer.concat([head, numbers]))
      }),
    )
    assert.deepEqual(found, ['Veld'])
  })

  test('in a coordinate system that EPSG does not know: its numbers tell', async () => {
    const found = await bring(
      changed((db) => {
        db.pragma('foreign_keys = OFF')
        const definition = 'LOCAL_CS["A wall of our own",UNIT["metre",1]]'
        db.prepare(
          `insert into gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition)
           values ('Our own', 990001, 'NOBODY', 1, ?)`,
        ).run(definition)
        db.exec('update gpkg_geometry_columns set srs_id = 990001; update gpkg_contents set srs_id = 990001')
      }),
    )
    assert.deepEqual(found, ['Veld'])
  })
})
