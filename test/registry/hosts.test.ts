/** Which hosts the registry may send us to, what they are shown, and how far a download is followed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { LinkNotReady } from '../../server/registry/client/download.ts'
import { endpointsFor, HostNotAllowed, mayHaveToken, resolveUrl } from '../../server/registry/client/endpoints.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { bodyOf, decisionOf, deliveriesOf, draftOf, startRegistry, tempFolder } from './world.ts'

const endpoints = (...hosts: string[]) => ({ ...endpointsFor('production'), hosts })
const isStrange = (host: string) => (failure: unknown) => failure instanceof HostNotAllowed && failure.host === host

test('hosts below kadaster.nl are followed, others when they are allowed, and nothing without TLS', () => {
  for (const address of [
    'https://service10.kadaster.nl/klic/x',
    '/klic/x',
    'https://service10.acceptatie.kadaster.nl/gds2/x',
    'https://opslag.example/x',
  ]) {
    assert.equal(resolveUrl(endpoints('opslag.example'), address).protocol, 'https:', address)
  }
  for (const [address, host] of [
    ['http://service10.kadaster.nl/x', 'service10.kadaster.nl'],
    ['https://service10.kadaster.nl:8443/x', 'service10.kadaster.nl'],
    ['https://kadaster.nl.example/x', 'kadaster.nl.example'],
    ['https://evilkadaster.nl/x', 'evilkadaster.nl'],
    ['https://service10.kadaster.nl@elders.example/x', 'elders.example'],
    ['https://sub.opslag.example/x', 'sub.opslag.example'],
    ['http://opslag.example/x', 'opslag.example'],
    ['http://127.0.0.1/x', '127.0.0.1'],
    ['https://127.0.0.1/x', '127.0.0.1'],
    // Spelled as one number, in hexadecimal, with zeros.
    ['https://2130706433/x', '127.0.0.1'],
    ['https://0x7f000001/x', '127.0.0.1'],
    ['https://[::ffff:127.0.0.1]/x', '[::ffff:7f00:1]'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['https://localhost/x', 'localhost'],
    ['https://service10.kadaster.nl./x', 'service10.kadaster.nl.'],
    ['https://opslag.example./x', 'opslag.example.'],
    ['https://kadaster.nl.evil/x', 'kadaster.nl.evil'],
    ['https://x.kadaster.nl.evil/x', 'x.kadaster.nl.evil'],
    ['https://service10.kadaster.nl%2eevil.example/x', 'service10.kadaster.nl.evil.example'],
    // With a Cyrillic letter, and with a full stop of another script, which is a full stop.
    ['https://service10.k\u0430daster.nl/x', 'service10.xn--kdaster-2fg.nl'],
    ['https://opslag\u3002elders.example/x', 'opslag.elders.example'],
    ['//elders.example/x', 'elders.example'],
    ['\\\\elders.example/x', 'elders.example'],
    ['/\\elders.example/x', 'elders.example'],
    ['file:///etc/passwd', 'file:'],
    ['data:application/zip;base64,UEsF', 'data:'],
    ['ftp://service10.kadaster.nl/x', 'service10.kadaster.nl'],
    ['https://me:secret@service10.kadaster.nl/x', 'service10.kadaster.nl'],
    ['https://me@opslag.example/x', 'opslag.example'],
    ['https://service10.kadaster.nl:80/x', 'service10.kadaster.nl'],
  ] as const) {
    assert.throws(() => resolveUrl(endpoints('opslag.example'), address), isStrange(host), address)
  }
})

test('a token goes to the known hosts and to those below kadaster.nl that are allowed by name, never further', () => {
  const allowed = endpoints('opslag.example', 'klic.kadaster.nl')
  const isShown = (address: string) => mayHaveToken(allowed, new URL(address))
  assert.ok(isShown('https://service10.kadaster.nl/x') && isShown('https://authorization.kadaster.nl/x'))
  assert.ok(isShown('https://klic.kadaster.nl/x'))
  for (const address of [
    'https://service10.acceptatie.kadaster.nl/x',
    'https://opslag.example/x',
    'http://klic.kadaster.nl/x',
    'http://service10.kadaster.nl/x',
    'https://klic.kadaster.nl:444/x',
    'https://klic.kadaster.nl./x',
    'https://me:secret@klic.kadaster.nl/x',
    'https://me@service10.kadaster.nl/x',
    'https://authorization.kadaster.nl:8443/x',
    'https://evil.klic.kadaster.nl/x',
  ]) {
    assert.equal(isShown(address), false, address)
  }
})

/** A client in production whose calls are answered here; it remembers to which hosts a token went. */
const clientOf = (t: TestContext, hosts: string[], answers: (url: URL) => Response) => {
  const asked: [host: string, token: boolean][] = []
  const client = createRegistryClient({
    endpoints: endpoints(...hosts),
    credentials: { kind: 'client_credentials', clientId: 'x', keyId: 'x', privateKeyPem: '', relationNumber: '' },
    clock: { now: Date.now },
    intervalMs: 0,
    tokens: { get: async () => 'secret', renew: async () => ({ token: 'secret', scopes: null }), drop() {} },
    fetch: async (input, init) => {
      const url = new URL(String(input))
      asked.push([url.host, new Headers(init?.headers).has('authorization')])
      return answers(url)
    },
  })
  return { client, asked, file: join(tempFolder(t), 'a.zip') }
}
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const to = (location: string) => new Response(null, { status: 302, headers: { location } })

test('an order whose poll address is elsewhere is taken in, asked after without a token, and the host is named', async (t) => {
  const pollUrl = 'https://klic.acceptatie.kadaster.nl/poll/1'
  const { client, asked } = clientOf(t, [], (url) =>
    url.host === 'service10.kadaster.nl' ? json(202, { pollUrl }) : json(401, { error: 'invalid_token' }),
  )
  assert.deepEqual(await client.fileOrder(bodyOf(draftOf(1))), { kind: 'taken', pollUrl })
  await assert.rejects(client.pollOrder(pollUrl), isStrange('klic.acceptatie.kadaster.nl'))
  await assert.rejects(client.pollOrder('https://elders.example/poll'), isStrange('elders.example'))
  assert.deepEqual(
    [...new Map(asked)],
    [
      ['service10.kadaster.nl', true],
      ['klic.acceptatie.kadaster.nl', false],
    ],
  )
  const named = clientOf(t, ['klic.acceptatie.kadaster.nl'], () => json(200, { status: 'Nieuw' }))
  assert.deepEqual(await named.client.pollOrder(pollUrl), { kind: 'new' })
  assert.deepEqual(named.asked, [['klic.acceptatie.kadaster.nl', true]])
})

test('the next page of a list is asked for at the known host, wherever it is said to lie', async (t) => {
  const { client, asked } = clientOf(t, [], (url) =>
    json(200, {
      gebiedsinformatieLeveringen: [],
      _links: url.searchParams.has('page') ? {} : { next: { href: 'https://elders.example/klic/x?page=2' } },
    }),
  )
  await client.listDeliveries('1')
  assert.deepEqual(asked, Array(2).fill(['service10.kadaster.nl', true]))
})

test('a download is followed five times, only to hosts that are followed, and never with a token', async (t) => {
  const chain = (length: number) => (url: URL) => {
    const hop = Number(url.searchParams.get('hop'))
    return hop < length ? to(`https://gds${hop}.kadaster.nl/x?hop=${hop + 1}`) : new Response('no zip at all')
  }
  const start = 'https://service10.kadaster.nl/gds2/x?hop=0'
  const five = clientOf(t, [], chain(5))
  await assert.rejects(five.client.download(start, five.file), { code: 'DELIVERY_UNREADABLE' })
  assert.equal(five.asked.length, 6)
  const six = clientOf(t, [], chain(6))
  await assert.rejects(six.client.download(start, six.file), LinkNotReady)
  assert.equal(six.asked.length, 6)
  const away = clientOf(t, [], () => to('https://elders.example/x'))
  await assert.rejects(away.client.download(start, away.file), isStrange('elders.example'))
  const plain = clientOf(t, [], () => to('http://service10.kadaster.nl/x'))
  await assert.rejects(plain.client.download(start, plain.file), isStrange('service10.kadaster.nl'))
  const nowhere = clientOf(t, [], () => new Response(null, { status: 302 }))
  await assert.rejects(nowhere.client.download(start, nowhere.file), LinkNotReady)
  for (const { asked } of [five, six, away, plain, nowhere]) {
    assert.ok(asked.every(([, hasToken]) => !hasToken))
  }
})

test('in the simulator: another host stops an order and its delivery before it is allowed, and not after', async (t) => {
  const { client, url, folder } = await startRegistry(t)
  const filed = await client.fileOrder(bodyOf(draftOf(1, { reference: 'SIM:host' })))
  assert.ok(filed.kind === 'taken' && filed.pollUrl.startsWith('http://localhost:'))
  await assert.rejects(client.pollOrder(filed.pollUrl), isStrange('localhost'))
  const allowed = createRegistryClient({
    endpoints: { ...endpointsFor('simulator', url), hosts: ['localhost'] },
    credentials: simulatorCredentials(folder),
    clock: { now: Date.now },
  })
  const outcome = await decisionOf(allowed, filed.pollUrl)
  assert.ok(outcome.kind === 'accepted')
  const [delivery] = await deliveriesOf(allowed, outcome.requests[0]!.giAanvraagId)
  const file = join(tempFolder(t), 'a.zip')
  await assert.rejects(client.download(delivery!.url!, file), isStrange('localhost'))
  await allowed.download(delivery!.url!, file)
  assert.equal(readFileSync(file).subarray(0, 2).toString(), 'PK')
})

test('in the simulator: links that lead on, come late, or never give anything', async (t) => {
  const { client, control } = await startRegistry(t, { timeFactor: 60 })
  const linkOf = async (scene: string): Promise<string> => {
    const filed = await client.fileOrder(bodyOf(draftOf(1, { reference: `SIM:${scene}` })))
    assert.ok(filed.kind === 'taken')
    await control('clock', { stepMs: 60_000 })
    const outcome = await decisionOf(client, filed.pollUrl)
    assert.ok(outcome.kind === 'accepted')
    for (let minutes = 0; minutes < 600; minutes++) {
      const listing = await client.listDeliveries(outcome.requests[0]!.giAanvraagId)
      if (listing.kind === 'listed' && listing.deliveries[0]) return listing.deliveries[0].url!
      await control('clock', { stepMs: 60_000 })
    }
    throw new Error('never delivered')
  }
  const folder = tempFolder(t)
  await client.download(await linkOf('redirect'), join(folder, 'redirect.zip'))
  const dead = await linkOf('deadlink')
  await control('clock', { factor: 1 })
  const late = await linkOf('latelink')
  await assert.rejects(client.download(late, join(folder, 'late.zip')), LinkNotReady)
  await control('clock', { stepMs: 3_600_000 })
  await client.download(late, join(folder, 'late.zip'))
  await assert.rejects(client.download(dead, join(folder, 'dead.zip')), LinkNotReady)
})

test('in the simulator: receipts without an address, short positions, and an acceptance that names nothing', async (t) => {
  const { client, control } = await startRegistry(t)
  const odd = bodyOf(draftOf(1, { reference: 'SIM:odd202' }))
  for (let times = 0; times < 3; times++) assert.equal((await client.fileOrder(odd)).kind, 'taken_unusable')
  assert.equal((await client.fileOrder(odd)).kind, 'taken')
  const decided = async (scene: string) => {
    const filed = await client.fileOrder(bodyOf(draftOf(2, { reference: `SIM:${scene}` })))
    assert.ok(filed.kind === 'taken')
    const outcome = await decisionOf(client, filed.pollUrl)
    assert.ok(outcome.kind === 'accepted')
    return { outcome, pollUrl: filed.pollUrl }
  }
  const { outcome } = await decided('shortpos')
  assert.deepEqual(
    outcome.requests.map(({ position }) => position),
    ['10', '20'],
  )
  await control('clock', { factor: 1 })
  const unnamed = bodyOf(draftOf(1, { reference: 'SIM:noids' }))
  const filed = await client.fileOrder(unnamed)
  assert.ok(filed.kind === 'taken')
  await control('clock', { stepMs: 120_000 })
  const first = await decisionOf(client, filed.pollUrl)
  assert.deepEqual(first.kind === 'accepted' && first.requests, [])
  await control('clock', { stepMs: 600_000 })
  const then = await decisionOf(client, filed.pollUrl)
  assert.equal(then.kind === 'accepted' && then.requests.length, 1)
})
