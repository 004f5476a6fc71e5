/**
 * The hands behind the curtain: what was filed, a fresh start, the clock, and faults for the next answers. Own routes
 * under /sim/, outside everything Kadaster has.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, json, send, text } from './answers.ts'
import type { SimulatedClock } from './clock.ts'
import type { Ledger } from './ledger.ts'
import type { Orders } from './orders.ts'
import type { ReplayDelivery } from './replay.ts'

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

export interface SimulatorLedger {
  orders: {
    postId: string
    reference: string
    verdict: 'accepted' | 'rejected' | 'failed'
    /** How often this postId arrived; more than once is a resend, not a second order. */
    timesReceived: number
    requests: { position: string; giAanvraagId: string; klicNumber: string; status: string; replay: string | null }[]
  }[]
  /** Notifications that would be billed. */
  notifications: number
}

interface Needs {
  orders: Orders
  clock: SimulatedClock
  ledger: Ledger
  pace: { factor: number }
  replay: readonly ReplayDelivery[]
}

const record = (body: string): Record<string, unknown> => {
  const value: unknown = body === '' ? {} : JSON.parse(body)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export const createControl = ({ orders, clock, ledger, pace, replay }: Needs) => {
  let faults: Fault[] = []

  const report = (): SimulatorLedger => {
    const listed = orders.all().map(({ entry, requests, timesReceived }) => ({
      postId: entry.postId,
      reference: String(JSON.parse(entry.body).gebiedsinformatieAanvragen[0]?.referentie ?? ''),
      verdict: entry.verdict,
      timesReceived,
      requests: requests.map((request) => ({
        position: request.position,
        giAanvraagId: request.giAanvraagId,
        klicNumber: request.klicNumber,
        status: orders.statusOf(request),
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

    /** @param action method and path, `GET /sim/ledger` */
    handle(action: string, body: string): Answer {
      if (action === 'GET /sim/health') {
        const now = new Date(clock.now()).toISOString()
        return json(200, { ok: true, now, factor: pace.factor, replayable: replay.length })
      }
      if (action === 'GET /sim/ledger') return json(200, report())
      if (action === 'POST /sim/reset') {
        orders.forget()
        faults = []
        return json(200, { ok: true })
      }
      if (action === 'POST /sim/clock') {
        const done = setClock(record(body))
        return json(done ? 200 : 400, done ? { now: new Date(clock.now()).toISOString() } : { ok: false })
      }
      if (action === 'POST /sim/fault') {
        faults.push(record(body) as unknown as Fault)
        return json(200, { ok: true })
      }
      return json(404, { ok: false })
    },
  }
}
