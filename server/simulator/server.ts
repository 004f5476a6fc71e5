/**
 * Kadaster's KLIC B2B interface on a loopback port: the same paths, shapes, delays and errors, with invented networks
 * behind it. Everything accepted is on the disk before it is answered.
 * Its own control routes lie under /sim/ and have no place in the product. It refuses to listen beyond loopback.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccess, isLoopback, type Jwks, PRODUCTION_SCOPE, TEST_SCOPE } from './access.ts'
import { type Answer, json, notFound, oAuthRefused, refusalAnswer, send, text, unauthorised } from './answers.ts'
import { BRISK, OFFICE, type Schedule, simulatedClock } from './clock.ts'
import { messageOf } from './codes.ts'
import { createControl, type Pace } from './control.ts'
import type { Scene } from './control-port.ts'
import { openClientFile } from './customer.ts'
import { deliveryList } from './delivery/delivery-list.ts'
import { indexReplay } from './delivery/replay.ts'
import { sendDelivery } from './delivery/send-delivery.ts'
import { openLedger } from './ledger.ts'
import { loginPage } from './login-page.ts'
import { openLogins } from './logins.ts'
import { createOrderEndpoint, type Environment } from './orders/order-endpoint.ts'
import { createOrders } from './orders/orders.ts'
import { scenarioOf } from './orders/scenarios.ts'
import { safetyAreaList } from './safety-areas.ts'
import { createTownTiles } from './town/town-tiles.ts'

export interface SimulatorOptions {
  /** Ledger and client.json live here. */
  folder: string
  /** 0: any free port. */
  port?: number
  /** Folder of delivery ZIPs to serve where they overlap. */
  replayFolder?: string
  /** 60: an order is decided after a second, delivered four seconds later. 1: as slow as Kadaster. */
  timeFactor?: number
  schedule?: Schedule
  density?: number
  /** Deliveries per page; Kadaster has 50. */
  pageSize?: number
  /** Keys that sign besides the simulator's own. */
  jwks?: Jwks
  /** Of RD New, for tiles of the town; left out: the approximation. */
  grid?: ArrayBuffer | undefined
}

export interface Simulator {
  url: string
  stop(): Promise<void>
}

const ENVIRONMENTS: readonly Environment[] = [
  { base: '/klic/ntd/aanvragen/v1', scope: TEST_SCOPE },
  { base: '/klic/aanvragen/v1', scope: PRODUCTION_SCOPE },
]

/** So far behind is the clock of the registry in the scene of that name. */
const SLOW_CLOCK_MS = 5 * 60_000
const MAX_BODY_BYTES = 32 * 1024 * 1024

const readBody = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of req) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('body too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const { folder, pageSize = 50, density = 1 } = options
  const client = openClientFile(folder)
  const key = { clientId: client.clientId, keyId: client.keyId, privateKeyPem: client.privateKeyPem }
  const ledger = openLedger(folder)
  const lastClock = ledger.entries.findLast((entry) => entry.type === 'clock')
  const lastScenario = ledger.entries.findLast((entry) => entry.type === 'scenario')
  const lastSwitch = ledger.entries.findLast((entry) => entry.type === 'version3')
  const clock = simulatedClock(lastClock?.offsetMs ?? 0)
  const pace: Pace = {
    factor: options.timeFactor ?? 60,
    scenario: lastScenario?.scenario ?? '',
    downAnswers: 0,
    version3FromMs: lastSwitch?.fromMs ?? null,
  }
  const scheduleAt = (factor: number): Schedule => options.schedule ?? (factor > 1 ? BRISK : OFFICE)
  const replay = options.replayFolder ? await indexReplay(options.replayFolder) : []
  const orders = createOrders({
    ledger,
    clock,
    scheduleAt,
    salt: client.salt,
    replay,
    version3FromMs: () => pace.version3FromMs,
  })
  const town = createTownTiles(options.grid ?? null)
  const { jwks } = options
  const access = createAccess({ client, logins: openLogins(folder), now: clock.now, ...(jwks ? { jwks } : {}) })
  let origin = ''
  const desk = createOrderEndpoint({ orders, clock, pace, origin: () => origin })
  const control = createControl({
    orders,
    clock,
    ledger,
    pace,
    replay,
    client: key,
    controlKey: client.controlKey,
    town,
    onReset: desk.forget,
  })

  /** Null: the line is to be cut. */
  const answerTo = async (req: IncomingMessage, url: URL): Promise<Answer | null> => {
    const path = url.pathname
    if (path === '/auth/oauth/v2/token' && req.method === 'POST') {
      const answer = access.tokenFor(new URLSearchParams(await readBody(req)))
      return answer.status === 200 ? json(200, answer.body) : oAuthRefused(req, answer.status, answer.body)
    }
    if (path === '/auth/oauth/v2/authorize') {
      if (req.method === 'GET') return loginPage(access, 'GET', url.searchParams)
      if (req.method === 'POST') return loginPage(access, 'POST', new URLSearchParams(await readBody(req)))
    }
    const at = ENVIRONMENTS.find(({ base }) => path.startsWith(`${base}/`))
    if (!at) return notFound()
    const bearer = access.bearer(req.headers.authorization)
    if ('error' in bearer) return oAuthRefused(req, 401, bearer)
    if (pace.scenario === 'unauthorised') return unauthorised()
    const down = control.downAnswer()
    if (down) return down
    const rest = path.slice(at.base.length)
    if (req.method === 'POST') {
      // Paths are case sensitive, and filing has one spelling only.
      return rest === '/gebiedsinformatieaanvragen' ? desk.file(await readBody(req), at, bearer) : notFound()
    }
    if (req.method !== 'GET') return notFound()
    if (!bearer.scopes.includes(at.scope)) return refusalAnswer(403, messageOf('COR9003', null))
    const token = /^\/validatieresultaten\/([\w-]+)$/.exec(rest)?.[1]
    if (token) return desk.poll(at.base, token)
    const id = /^\/gebiedsinformatie[aA]anvragen\/([^/]+)$/.exec(rest)?.[1]
    if (id) return desk.request(at.base, id)
    // Ours: Kadaster tells the path to those to whom it grants the list.
    if (rest === '/veiligheidsgebieden') {
      return pace.scenario === 'nogrant' ? refusalAnswer(403, messageOf('COR9003', null)) : json(200, safetyAreaList())
    }
    return rest === '/gebiedsinformatieleveringen' ? deliveryList(orders, at.base, url, pageSize, bearer) : notFound()
  }

  /** A scene of the whole registry: set for all orders, or by the newest. */
  const isPlaying = (scene: Scene): boolean =>
    scenarioOf({ bestelling: {}, gebiedsinformatieAanvragen: [{}] }, pace.scenario).has(scene) ||
    (orders.all().at(-1)?.scenario.has(scene) ?? false)

  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const at = req.url ?? ''
    if (!URL.canParse(at, origin)) return send(res, notFound())
    const url = new URL(at, origin)
    if (url.pathname.startsWith('/sim/')) {
      // A page somewhere on the web must not turn the simulator's clock, nor a name that was bent to this machine.
      const from = req.headers.origin ?? `http://${req.headers.host}`
      if (!isLoopback(from) || !isLoopback(`http://${req.headers.host}`)) {
        send(res, json(403, { ok: false }))
        return
      }
      const action = `${req.method} ${url.pathname}`
      const refusal = control.refusal(action, req.headers.authorization)
      send(res, refusal ?? (await control.handle(action, await readBody(req), url.searchParams)))
      return
    }
    if (control.playFault(req, res)) return
    if (isPlaying('clock')) res.setHeader('date', new Date(Date.now() - SLOW_CLOCK_MS).toUTCString())
    const guid = /^\/gds2\/download\/public\/([0-9a-f-]+)$/.exec(url.pathname)?.[1]
    if (guid && req.method === 'GET') {
      await sendDelivery(res, orders, url, guid, density)
      return
    }
    const answer = await answerTo(req, url)
    if (answer) send(res, answer)
    else req.socket.destroy()
  }

  const server = createServer((req, res) => {
    route(req, res).catch(() => {
      if (res.headersSent || res.destroyed) res.destroy()
      else send(res, text(500, 'text/html', '<html><body>Internal error</body></html>'))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
    await town.close()
    ledger.close()
  }
  let stopped: Promise<void> | undefined
  return {
    url: origin,
    // Once: the number of a file that is closed may by then be another file's.
    stop: () => (stopped ??= close()),
  }
}
