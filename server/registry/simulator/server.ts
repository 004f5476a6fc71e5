/**
 * Kadaster's KLIC B2B interface on a loopback port: the same paths, shapes, delays and errors, with invented networks
 * behind it. Everything accepted is on the disk before it is answered.
 * Its own control routes lie under /sim/ and have no place in the product. It refuses to listen beyond loopback.
 */
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createAccess, PRODUCTION_SCOPE, TEST_SCOPE } from './access.ts'
import {
  type Answer,
  json,
  klicRefused,
  notFound,
  oAuthRefused,
  refused,
  requestBody,
  send,
  text,
  unavailable,
} from './answers.ts'
import { BRISK, OFFICE, type Schedule, simulatedClock } from './clock.ts'
import { createControl } from './control.ts'
import { customerOf, openClientFile } from './customer.ts'
import { deliveryList } from './delivery-list.ts'
import { deliveryName, generateDelivery, lateOperators } from './generate-delivery.ts'
import { openLedger } from './ledger.ts'
import { messageOf, wireMessage } from './messages.ts'
import { OrderMessage } from './model.ts'
import { FIBRE, WATER } from './operators.ts'
import { createOrders, type FiledOrder } from './orders.ts'
import { indexReplay } from './replay.ts'
import { scenarioOf } from './scenarios.ts'

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
}

export interface Simulator {
  url: string
  stop(): Promise<void>
}

const BASES = [
  { base: '/klic/ntd/aanvragen/v1', scope: TEST_SCOPE },
  { base: '/klic/aanvragen/v1', scope: PRODUCTION_SCOPE },
] as const

const MAX_BODY_BYTES = 32 * 1024 * 1024
const REQUEST_CACHE_MS = 60_000
const DOWN_ANSWERS = 3
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const { folder, pageSize = 50, density = 1 } = options
  const client = openClientFile(folder)
  const ledger = openLedger(folder)
  const lastClock = ledger.entries.findLast((entry) => entry.type === 'clock')
  const clock = simulatedClock(lastClock?.offsetMs ?? 0)
  const pace = { factor: options.timeFactor ?? 60 }
  const schedule = options.schedule ?? (pace.factor > 1 ? BRISK : OFFICE)
  const replay = options.replayFolder ? await indexReplay(options.replayFolder) : []
  const orders = createOrders({ ledger, clock, schedule, salt: client.salt, replay })
  const access = createAccess(client, clock.now)
  const control = createControl({ orders, clock, ledger, pace, replay })
  const readAt = new Map<string, { untilMs: number; body: unknown }>()
  const downAnswers = new Map<string, number>()
  let origin = ''

  const takenIn = ({ entry }: FiledOrder): Answer => {
    const { postId, base, pollToken } = entry
    return json(202, { postId, pollUrl: `${origin}${base}/validatieresultaten/${pollToken}` })
  }

  const isDown = (postId: string): boolean => {
    const answered = downAnswers.get(postId) ?? 0
    downAnswers.set(postId, answered + 1)
    return answered < DOWN_ANSWERS
  }

  /** Checks in the order of the real one: model, postId, known postId, scope, customer, block. Null: cut the line. */
  const fileOrder = async (
    req: IncomingMessage,
    at: (typeof BASES)[number],
    scopes: readonly string[],
  ): Promise<Answer | null> => {
    const body = await readBody(req)
    const model = OrderMessage.safeParse(parsed(body))
    if (!model.success) {
      const where = model.error.issues[0]
      return refused(400, messageOf('COR9000', null, `${where?.path.join('/')}: ${where?.message}`))
    }
    const message = model.data
    const postId = message.bestelling.postId ?? ''
    if (!GUID.test(postId)) return refused(406, messageOf('COR9001', null))
    const scenario = scenarioOf(message)
    const known = orders.withPostId(postId)
    if (!known && scenario.has('down') && isDown(postId)) return unavailable()
    if (known) {
      orders.again(known)
      return takenIn(known)
    }
    if (!scopes.includes(at.scope)) return refused(403, messageOf('COR9003', null))
    const relationNumber = message.gebiedsinformatieAanvragen[0]?.aanvrager?.organisatie?.relatienummer ?? ''
    const customer = customerOf(relationNumber)
    if (customer && !customer.mandated) return refused(422, messageOf('COR9004', null))
    if (customer?.blocked) return refused(403, messageOf('COR9005', null))
    const order = orders.file(postId, body, message, at.base, pace.factor)
    return scenario.has('lost202') ? null : takenIn(order)
  }

  const poll = (token: string): Answer => {
    const order = orders.withPollToken(token)
    if (!order || orders.stateOf(order) === 'unknown') return json(404, {})
    const { postId, verdict, messages } = order.entry
    if (orders.stateOf(order) === 'new') return json(200, { postId, status: 'Nieuw' })
    const validatiemeldingen = messages.map(wireMessage)
    if (verdict !== 'accepted') {
      const status = verdict === 'failed' ? 'Mislukt' : 'Afgewezen'
      return json(200, { postId, status, validatiemeldingen })
    }
    const giAanvraagIds = order.requests.map(({ position, giAanvraagId }) => ({
      positienummer: position,
      giAanvraagId,
    }))
    return json(200, {
      postId,
      status: 'Aangenomen',
      giAanvraagIds,
      ...(validatiemeldingen.length > 0 ? { validatiemeldingen } : {}),
    })
  }

  const readRequest = (giAanvraagId: string): Answer => {
    const filed = orders.request(giAanvraagId)
    if (!filed) return klicRefused(404, 'giAanvraagId', 'Aanvraag niet gevonden.')
    const cached = readAt.get(filed.giAanvraagId)
    if (cached && clock.now() < cached.untilMs) return json(200, cached.body)
    const body = requestBody(orders, filed)
    readAt.set(filed.giAanvraagId, { untilMs: clock.now() + REQUEST_CACHE_MS / filed.order.entry.factor, body })
    return json(200, body)
  }

  const download = async (res: ServerResponse, guid: string): Promise<void> => {
    const delivery = orders.download(guid)
    if (!delivery) {
      send(res, notFound())
      return
    }
    const { of } = delivery
    const { scenario, entry } = of.order
    const head = (name: string): void => {
      res.writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
      })
    }
    if (of.replay) {
      head(of.replay.name)
      return pipeline(createReadStream(of.replay.path), res)
    }
    head(deliveryName({ klicNumber: of.klicNumber, sequence: delivery.sequence }))
    const zip = generateDelivery({
      klicNumber: of.klicNumber,
      orderNumber: of.orderNumber,
      position: of.position,
      sequence: delivery.sequence,
      complete: delivery.complete,
      requestedAtMs: entry.receivedAtMs,
      composedAtMs: delivery.composedAtMs,
      klicType: of.klicType,
      request: of.request,
      ring: of.ring,
      missing: scenario.has('partial')
        ? delivery.everyOperator
          ? []
          : [FIBRE.code, WATER.code]
        : lateOperators(of.ring),
      empty: scenario.has('empty'),
      density,
    })
    await pipeline(zip, res)
  }

  /** Null: the line is to be cut. */
  const answerTo = async (req: IncomingMessage, url: URL): Promise<Answer | null> => {
    const path = url.pathname
    if (path === '/auth/oauth/v2/token' && req.method === 'POST') {
      const answer = access.tokenFor(new URLSearchParams(await readBody(req)))
      return answer.status === 200 ? json(200, answer.body) : oAuthRefused(req, answer.status, answer.body)
    }
    const at = BASES.find(({ base }) => path.startsWith(`${base}/`))
    if (!at) return notFound()
    const bearer = access.bearer(req.headers.authorization)
    if ('error' in bearer) return oAuthRefused(req, 401, bearer)
    const rest = path.slice(at.base.length)
    if (req.method === 'POST') {
      return rest === '/gebiedsinformatieaanvragen' ? fileOrder(req, at, bearer.scopes) : notFound()
    }
    const token = /^\/validatieresultaten\/([\w-]+)$/.exec(rest)?.[1]
    if (token) return poll(token)
    const id = /^\/gebiedsinformatie[aA]anvragen\/([^/]+)$/.exec(rest)?.[1]
    if (id) return readRequest(id)
    return rest === '/gebiedsinformatieleveringen' ? deliveryList(orders, url, pageSize) : notFound()
  }

  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', origin)
    if (url.pathname.startsWith('/sim/')) {
      send(res, control.handle(`${req.method} ${url.pathname}`, await readBody(req)))
      return
    }
    if (control.playFault(req, res)) return
    const guid = /^\/gds2\/download\/public\/([0-9a-f-]+)$/.exec(url.pathname)?.[1]
    if (guid && req.method === 'GET') {
      await download(res, guid)
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

  return {
    url: origin,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      ledger.close()
    },
  }
}
