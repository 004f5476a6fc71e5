/**
 * The hands behind the curtain: what was filed, a fresh start, the clock, the scenario for all orders, and faults for the
 * next answers. Own routes under /sim/, outside everything Kadaster has; GET /sim/ lists them with all that can be met.
 * They ask for `controlKey` of the simulator's folder: orders name people, and every user of the computer reaches the port.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { COMPANY_ZOOM_MIN } from '../exports/tiles/ground-tile-grid.ts'
import { type Answer, json, send, text, unavailable } from './answers.ts'
import type { SimulatedClock } from './clock.ts'
import { MESSAGE_CODES } from './codes.ts'
import { isScenario, SCENES, type SimulatorLedger } from './control-port.ts'
import { type ClientFile, CUSTOMERS, REFUSED_EMAIL } from './customer.ts'
import type { ReplayDelivery } from './delivery/replay.ts'
import type { Ledger } from './ledger.ts'
import type { Orders } from './orders/orders.ts'
import { SAFETY_AREAS } from './safety-areas.ts'
import { BAG_FIXTURES } from './town/bag.ts'
import type { TownTiles } from './town/town-tiles.ts'

interface Fault {
  /** Part of the path; default: every path. */
  path?: string
  method?: string
  /** 0: the connection is cut without an answer. */
  status: number
  contentType?: string
  body?: string
  headers?: Record<string, string>
  /** How many answers; default 1. */
  times?: number
}

/** What the control routes set. */
export interface Pace {
  factor: number
  /** Scenario for orders without a marker of their own; empty for none. */
  scenario: string
  /** So many answers are 503 before any order is looked at. */
  downAnswers: number
  /** From then on version 3 of the standards is spoken as well, and delivered; null: no day, and both are. */
  version3FromMs: number | null
}

interface Needs {
  orders: Orders
  clock: SimulatedClock
  ledger: Ledger
  pace: Pace
  replay: readonly ReplayDelivery[]
  client: Pick<ClientFile, 'clientId' | 'keyId' | 'privateKeyPem'>
  controlKey: string
  town: TownTiles
  /** Forgets what is remembered outside the ledger. */
  onReset: () => void
}

const ROUTES = {
  'GET /sim/': 'This list.',
  'GET /sim/health': 'Simulated time, speed, standing scenario.',
  'GET /sim/client': 'The key with which a program files here; it opens nothing but this simulator.',
  'GET /sim/ledger': 'Orders, requests, verdicts; how many notifications would be billed.',
  'GET /sim/messages': 'The orders as they were received.',
  'GET /sim/town': 'A tile of the invented town: PNG in web mercator, empty where nothing lies. ?z=16&x=33748&y=21601',
  'POST /sim/reset': 'Forgets all orders and faults. {}',
  'POST /sim/clock': 'Steps the clock, changes the speed of later orders. {"stepMs": 60000, "factor": 60}',
  'POST /sim/scenario': 'A scenario for all later orders, "" for none. {"scenario": "partial"}',
  'POST /sim/version3':
    'The moment of the switch to version 3 of the standards, null for none. {"from": "2027-01-01T00:00:00Z"}',
  'POST /sim/down': 'The next answers are 503 with text that is no JSON; 0 ends it. {"answers": 5}',
  'POST /sim/fault':
    'An answer for a path. {"path": "/token", "method": "POST", "status": 500, "body": "", "times": 1}',
} as const

/** What tells nothing that anybody filed, and changes nothing. */
const OPEN: readonly string[] = ['GET /sim/', 'GET /sim/health'] satisfies (keyof typeof ROUTES)[]

const keyRefused: Answer = json(401, {
  ok: false,
  see: 'Send the controlKey of client.json in the simulator folder: "Authorization: Bearer KEY".',
})

const record = (body: string): Record<string, unknown> => {
  const value: unknown = body === '' ? {} : JSON.parse(body)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export const createControl = ({ orders, clock, ledger, pace, replay, client, controlKey, town, onReset }: Needs) => {
  let faults: Fault[] = []
  const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = hashed(`Bearer ${controlKey}`)
  const now = (): string => new Date(clock.now()).toISOString()

  const report = (): SimulatorLedger => {
    const listed = orders.all().map(({ entry, requests, timesReceived }) => ({
      postId: entry.postId,
      reference: String(JSON.parse(entry.body).gebiedsinformatieAanvragen[0]?.referentie ?? ''),
      environment: entry.base.includes('/ntd/') ? ('test' as const) : ('production' as const),
      receivedAt: new Date(entry.receivedAtMs).toISOString(),
      verdict: entry.verdict,
      codes: entry.messages.map(({ code }) => code),
      timesReceived,
      requests: requests.map((request) => ({
        position: request.position,
        giAanvraagId: request.giAanvraagId,
        klicNumber: request.klicNumber,
        status: orders.statusOf(request),
        safety: request.safety,
        deliveries: orders.delivered(request).length,
        replay: request.replay?.name ?? null,
      })),
    }))
    return { orders: listed, notifications: listed.reduce((sum, { requests }) => sum + requests.length, 0) }
  }

  const setClock = ({ stepMs, factor }: Record<string, unknown>): boolean => {
    if (stepMs !== undefined && !(Number(stepMs) >= 0)) return false
    if (factor !== undefined && !(Number(factor) > 0)) return false
    clock.step(Number(stepMs ?? 0))
    pace.factor = Number(factor ?? pace.factor)
    ledger.append({ type: 'clock', offsetMs: clock.offsetMs, factor: pace.factor })
    return true
  }

  const setScenario = ({ scenario }: Record<string, unknown>): boolean => {
    if (typeof scenario !== 'string' || !isScenario(scenario)) return false
    pace.scenario = scenario
    ledger.append({ type: 'scenario', scenario })
    return true
  }

  const setVersion3 = ({ from }: Record<string, unknown>): boolean => {
    const fromMs = from === null ? null : Date.parse(String(from))
    if (Number.isNaN(fromMs)) return false
    pace.version3FromMs = fromMs
    ledger.append({ type: 'version3', fromMs })
    return true
  }

  const setDown = ({ answers }: Record<string, unknown>): boolean => {
    if (!(Number(answers) >= 0)) return false
    pace.downAnswers = Number(answers)
    return true
  }

  const overview = async () => {
    // For people who look: the start of the simulator reads no texts.
    const say = (await import('../texts/texts.ts')).translate('en')
    return {
      routes: ROUTES,
      markers: Object.fromEntries(SCENES.map((scene) => [scene, say(`scene.${scene}`)])),
      customers: CUSTOMERS,
      refusedEmail: REFUSED_EMAIL,
      addresses: BAG_FIXTURES,
      safetyAreas: SAFETY_AREAS,
      codes: MESSAGE_CODES,
    }
  }

  const done = (ok: boolean): Answer =>
    json(ok ? 200 : 400, { ok, now: now(), factor: pace.factor, scenario: pace.scenario })

  const townTile = async (query: URLSearchParams): Promise<Answer> => {
    const [z, x, y] = ['z', 'x', 'y'].map((name) => Number(query.get(name) ?? NaN)) as [number, number, number]
    if (![z, x, y].every(Number.isSafeInteger) || z < COMPANY_ZOOM_MIN.mercator) return done(false)
    return { status: 200, contentType: 'image/png', body: (await town.draw({ z, x, y })) ?? '' }
  }

  const actions: Record<keyof typeof ROUTES, (body: string, query: URLSearchParams) => Answer | Promise<Answer>> = {
    'GET /sim/': async () => json(200, await overview()),
    'GET /sim/health': () =>
      json(200, { ok: true, now: now(), factor: pace.factor, scenario: pace.scenario, replayable: replay.length }),
    'GET /sim/client': () => json(200, client),
    'GET /sim/ledger': () => json(200, report()),
    'GET /sim/messages': () => json(200, { messages: orders.all().map(({ entry }) => JSON.parse(entry.body)) }),
    'GET /sim/town': (_body, query) => townTile(query),
    'POST /sim/reset': () => {
      orders.forget()
      onReset()
      faults = []
      pace.downAnswers = 0
      // Forgetting the orders must not turn the clock back.
      const { scenario, version3FromMs: fromMs } = pace
      const from = fromMs === null ? null : new Date(fromMs).toISOString()
      return done(setClock({}) && setScenario({ scenario }) && setVersion3({ from }))
    },
    'POST /sim/clock': (body) => done(setClock(record(body))),
    'POST /sim/scenario': (body) => done(setScenario(record(body))),
    'POST /sim/version3': (body) => done(setVersion3(record(body))),
    'POST /sim/down': (body) => done(setDown(record(body))),
    'POST /sim/fault': (body) => {
      const fault = record(body)
      const isAnswer = fault.status === 0 || (Number(fault.status) >= 200 && Number(fault.status) < 600)
      if (isAnswer) faults.push(fault as unknown as Fault)
      return done(isAnswer)
    },
  }

  return {
    /** True when a fault was due and the answer is given. */
    playFault(req: IncomingMessage, res: ServerResponse): boolean {
      const fault = faults.find(
        ({ path = '', method }) => (req.url ?? '').includes(path) && (!method || method === req.method),
      )
      if (!fault) return false
      fault.times = (fault.times ?? 1) - 1
      faults = faults.filter(({ times = 1 }) => times > 0)
      if (fault.status === 0) req.socket.destroy()
      else {
        for (const [name, value] of Object.entries(fault.headers ?? {})) res.setHeader(name, value)
        send(res, text(fault.status, fault.contentType ?? 'application/json', fault.body ?? ''))
      }
      return true
    },

    /** The 503 switch, after the token was looked at. */
    downAnswer(): Answer | undefined {
      if (pace.downAnswers === 0) return undefined
      pace.downAnswers -= 1
      return unavailable()
    },

    /** Undefined: let in. @param action method and path, `GET /sim/ledger` */
    refusal(action: string, authorization: string | undefined): Answer | undefined {
      if (OPEN.includes(action) || timingSafeEqual(hashed(authorization ?? ''), expected)) return undefined
      return keyRefused
    },

    /** @param action method and path, `GET /sim/ledger` */
    async handle(action: string, body: string, query: URLSearchParams): Promise<Answer> {
      if (!Object.hasOwn(actions, action)) return json(404, { ok: false, see: 'GET /sim/' })
      try {
        return await actions[action as keyof typeof ROUTES](body, query)
      } catch (failure) {
        if (failure instanceof SyntaxError) return done(false)
        throw failure
      }
    },
  }
}
