/**
 * The counter of the simulated registry: takes orders in, tells how they fare, shows requests. What is accepted is on the
 * disk before it is answered.
 */
import type { Login } from '../access.ts'
import type { Answer } from '../answers.ts'
import { json, klicRefused, refusalAnswer, requestBody, unavailable } from '../answers.ts'
import type { SimulatedClock } from '../clock.ts'
import { messageOf, wireMessage } from '../codes.ts'
import { customerOf, mayFileFor } from '../customer.ts'
import { OrderMessage, type WireOrder } from '../model.ts'
import { interestedOperators } from './interested.ts'
import { versionOf } from './kinds.ts'
import type { FiledOrder, Orders } from './orders.ts'
import { elsewhere, scenarioOf } from './scenarios.ts'
import { LATE_MS } from './timeline.ts'

const REQUEST_CACHE_MS = 60_000
const ODD_ANSWERS = 3
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One of the two registries behind the same door. */
export interface Environment {
  /** Path that all its addresses begin with. */
  base: string
  scope: string
}

export interface OrderEndpointNeeds {
  orders: Orders
  clock: SimulatedClock
  /** Speed and standing scenario, as the control routes have set them. */
  pace: { factor: number; scenario: string; version3FromMs: number | null }
  origin: () => string
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export const createOrderEndpoint = ({ orders, clock, pace, origin }: OrderEndpointNeeds) => {
  const readAt = new Map<string, { untilMs: number; body: unknown }>()
  const oddAnswers = new Map<string, number>()

  const takenIn = ({ entry, scenario }: FiledOrder): Answer => {
    const { postId, base, pollToken } = entry
    if (scenario.has('odd202') && isOneOfTheFirst(postId)) return json(202, { status: 'Ontvangen', referentie: postId })
    const at = scenario.has('host') ? elsewhere(origin()) : origin()
    return json(202, { postId, pollUrl: `${at}${base}/validatieresultaten/${pollToken}` })
  }

  /** Before the day of the switch nobody here has heard of version 3. */
  const isTooEarly = (message: WireOrder): boolean =>
    pace.version3FromMs !== null &&
    clock.now() < pace.version3FromMs &&
    message.gebiedsinformatieAanvragen.some((request) => versionOf(request) === 3)

  const isOneOfTheFirst = (postId: string): boolean => {
    const answered = oddAnswers.get(postId) ?? 0
    oddAnswers.set(postId, answered + 1)
    return answered < ODD_ANSWERS
  }

  const idsIn = (order: FiledOrder) => {
    if (order.scenario.has('noids') && orders.sinceDecisionMs(order) < LATE_MS) return []
    const isShort = order.scenario.has('shortpos')
    return order.requests.map(({ position, giAanvraagId }) => ({
      positienummer: isShort ? String(Number(position)) : position,
      giAanvraagId,
    }))
  }

  return {
    /** Checks in the order of the real one: model, postId, known postId, scope, customer, block. Null: cut the line. */
    file(body: string, at: Environment, login: Login): Answer | null {
      const model = OrderMessage.safeParse(parsed(body))
      if (!model.success) {
        const where = model.error.issues[0]
        return refusalAnswer(400, messageOf('COR9000', null, `${where?.path.join('/')}: ${where?.message}`))
      }
      const message = model.data
      const postId = message.bestelling.postId ?? ''
      if (isTooEarly(message)) return refusalAnswer(400, messageOf('COR9000', null, 'versie 3 is nog niet in gebruik'))
      if (!GUID.test(postId)) return refusalAnswer(406, messageOf('COR9001', null))
      const scenario = scenarioOf(message, pace.scenario)
      const known = orders.withPostId(at.base, postId)
      if (known) {
        orders.again(known)
        return takenIn(known)
      }
      if (scenario.has('down') && isOneOfTheFirst(postId)) return unavailable()
      if (!login.scopes.includes(at.scope)) return refusalAnswer(403, messageOf('COR9003', null))
      const relationNumber = message.gebiedsinformatieAanvragen[0]?.aanvrager?.organisatie?.relatienummer ?? ''
      const customer = customerOf(relationNumber)
      if (!mayFileFor(relationNumber, login)) return refusalAnswer(422, messageOf('COR9004', null))
      if (customer?.blocked) return refusalAnswer(403, messageOf('COR9005', null))
      const { factor, scenario: standing } = pace
      const order = orders.file(postId, body, message, { base: at.base, factor, standing })
      return scenario.has('lost202') ? null : takenIn(order)
    },

    poll(base: string, token: string): Answer {
      const order = orders.withPollToken(base, token)
      if (!order || orders.stateOf(order) === 'unknown') return json(404, {})
      const { postId, verdict, messages } = order.entry
      if (orders.stateOf(order) === 'new') return json(200, { postId, status: 'Nieuw' })
      const validatiemeldingen = messages.map(wireMessage)
      if (verdict !== 'accepted') {
        const status = verdict === 'failed' ? 'Mislukt' : 'Afgewezen'
        return json(200, { postId, status, validatiemeldingen })
      }
      const calamity = order.requests.find(({ kind }) => kind === 'CALAMITEIT')
      return json(200, {
        postId,
        status: 'Aangenomen',
        giAanvraagIds: idsIn(order),
        ...(validatiemeldingen.length > 0 ? { validatiemeldingen } : {}),
        ...(calamity ? { belanghebbendeNetbeheerders: interestedOperators(calamity.request) } : {}),
      })
    },

    /** The same answer for a minute, also when things change in the meantime. */
    request(base: string, giAanvraagId: string): Answer {
      const filed = orders.request(base, giAanvraagId)
      if (!filed) return klicRefused(404, 'giAanvraagId', 'Aanvraag niet gevonden.')
      const cached = readAt.get(filed.giAanvraagId)
      if (cached && clock.now() < cached.untilMs) return json(200, cached.body)
      const body = requestBody(orders, filed)
      readAt.set(filed.giAanvraagId, { untilMs: clock.now() + REQUEST_CACHE_MS / filed.order.entry.factor, body })
      return json(200, body)
    },

    forget(): void {
      readAt.clear()
      oddAnswers.clear()
    },
  }
}
