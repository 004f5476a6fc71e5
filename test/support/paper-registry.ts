/**
 * A registry on paper, for the flows: it keeps a ledger that outlives every kill, counts a postId once, and does what
 * a scenario says. It speaks the client's interface; the real client is tried against the simulator elsewhere.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { Refusal, TryLater, type WaitReason } from '../../server/platform/refusal.ts'
import type { ConcernedOperator } from '../../server/registry/calamity.ts'
import { downloadDelivery, LinkNotReady } from '../../server/registry/client/download.ts'
import { endpointsFor, HostNotAllowed } from '../../server/registry/client/endpoints.ts'
import type {
  DeliveryListing,
  ListedDelivery,
  PollOutcome,
  RegistryClient,
  RegistryMessage,
  SafetyListing,
} from '../../server/registry/types.ts'
import { rawZip } from './raw-zip.ts'

export interface Scenario {
  /** How often the result of validation is not there yet. */
  newPolls?: number
  reject?: RegistryMessage[]
  /** Orders that are taken before one is rejected; 0: the first is. */
  acceptFirst?: number
  /** Said with the acceptance of every order. */
  warnings?: RegistryMessage[]
  /** Calls that do not get past the door, and why. */
  shutOutFor?: number
  shutOutBecause?: WaitReason
  /** Each kind of question is refused so often, though the login is let in. */
  refusedEach?: number
  refuse?: boolean
  /** First answer of "could not judge" for this many orders. */
  undecided?: number
  /** Calls that fail because the registry is down. */
  downFor?: number
  /** The order is taken in, and the answer is lost: so often. */
  lostAnswers?: number
  /** Positions (from 0) in a safety area. */
  safetyArea?: number[]
  /** Parts are delivered one after the other: so many questions lie between them. */
  oneByOne?: number
  /** Positions that first get a partial delivery. */
  partialFirst?: number[]
  brokenZips?: number
  /** Positions that have a second complete delivery. */
  supplement?: number[]
  /** Orders are taken with an answer of no use so often. */
  oddReceipts?: number
  /** The verdict is not understood so often. */
  oddVerdicts?: number
  /** Accepted without naming the notifications so often. */
  unnamed?: number
  /** How the positions of an acceptance are spelt. */
  spelt?: (position: string, index: number) => string
  /** The poll address, or the link, lies on a host that is not allowed so often. */
  strangePolls?: number
  strangeLinks?: number
  /** Links give nothing so often. */
  lateLinks?: number
  /** The ZIP that is delivered for a position; without it the file holds its link. */
  zipOf?: (index: number) => string
  /** Links lead on so often before they give the delivery. */
  redirects?: number
}

const DELIVERY = rawZip([{ name: 'GI_paper_V2.xml', contents: Buffer.from('paper') }])

/** Whom a calamity concerns. */
export const CONCERNED: ConcernedOperator[] = [
  {
    name: 'Papieren Netten',
    themes: ['gasLageDruk'],
    isBeside: false,
    managesSafetyArea: false,
    contact: { name: 'Meldkamer', phone: '+31 88 000 00 00', email: null },
  },
]

interface PaperOrder {
  postId: string
  body: string
  received: number
  polls: number
  undecided: boolean
  rejected: boolean
  requests: { position: string; giAanvraagId: string; reads: number }[]
}

export class PaperRegistry implements RegistryClient {
  readonly ledger = new Map<string, PaperOrder>()
  private readonly scenario: Scenario
  private down: number
  private lost: number
  private undecidedLeft: number
  private broken: number
  private shutOut: number
  private readonly odd: Record<
    'oddReceipts' | 'oddVerdicts' | 'unnamed' | 'strangePolls' | 'strangeLinks' | 'lateLinks',
    number
  >
  /** How often each question was asked. */
  /** Called where a download is led on, which is no end of it. */
  onRedirect = (): void => {}
  private readonly refusals = new Map<string, number>()
  readonly asked = { readRequest: 0, listDeliveries: 0, listOwnDeliveries: 0, listSafetyAreas: 0, download: 0 }

  constructor(scenario: Scenario = {}) {
    this.scenario = scenario
    this.down = scenario.downFor ?? 0
    this.lost = scenario.lostAnswers ?? 0
    this.undecidedLeft = scenario.undecided ?? 0
    this.broken = scenario.brokenZips ?? 0
    this.shutOut = scenario.shutOutFor ?? 0
    const {
      oddReceipts = 0,
      oddVerdicts = 0,
      unnamed = 0,
      strangePolls = 0,
      strangeLinks = 0,
      lateLinks = 0,
    } = scenario
    this.odd = { oddReceipts, oddVerdicts, unnamed, strangePolls, strangeLinks, lateLinks }
  }

  /** All that the other has come to; what it is to do is the same. */
  kept(): object {
    const { scenario: _, onRedirect: __, ...kept } = this
    return kept
  }

  takeFrom(other: PaperRegistry): void {
    Object.assign(this, structuredClone(other.kept()))
  }

  /** The next so many calls are not answered. */
  goDown(calls: number): void {
    this.down = calls
  }

  private isOdd(what: keyof PaperRegistry['odd']): boolean {
    if (this.odd[what] === 0) return false
    this.odd[what]--
    return true
  }

  /** Requests that were really filed, over all orders that were accepted. */
  get filed(): string[] {
    return [...this.ledger.values()].flatMap((order) => order.requests.map((request) => request.giAanvraagId))
  }

  private answerOrNot(question: string): void {
    const refused = this.refusals.get(question) ?? 0
    if (refused < (this.scenario.refusedEach ?? 0)) {
      this.refusals.set(question, refused + 1)
      throw new TryLater('authorised, but refused', { reason: 'access_refused' })
    }
    if (this.down > 0) {
      this.down--
      throw new TryLater('the registry is down')
    }
    if (this.shutOut > 0) {
      this.shutOut--
      throw new TryLater('shut out', { reason: this.scenario.shutOutBecause ?? 'login_required' })
    }
  }

  private rejects(ordersBefore: number): boolean {
    return this.scenario.reject !== undefined && ordersBefore >= (this.scenario.acceptFirst ?? 0)
  }

  async fileOrder(body: string) {
    this.answerOrNot('fileOrder')
    if (this.scenario.refuse) {
      const messages = [{ severity: 'ERROR' as const, code: 'COR9005', text: 'geblokkeerd', pointer: null }]
      return { kind: 'refused' as const, httpStatus: 403, messages, fix: 'billing' as const }
    }
    const { bestelling, gebiedsinformatieAanvragen } = JSON.parse(body)
    const known = this.ledger.get(bestelling.postId)
    if (known && known.body !== body) throw new Error('a postId came with another body')
    if (known) known.received++
    else {
      const undecided = this.undecidedLeft > 0
      if (undecided) this.undecidedLeft--
      const none = undecided || this.rejects(this.ledger.size)
      this.ledger.set(bestelling.postId, {
        postId: bestelling.postId,
        body,
        received: 1,
        polls: 0,
        undecided,
        rejected: !undecided && none,
        requests: none
          ? []
          : gebiedsinformatieAanvragen.map((request: { positienummer?: string }, index: number) => ({
              position: request.positienummer ?? '0000000010',
              giAanvraagId: `${bestelling.postId}-${index}`,
              reads: 0,
            })),
      })
    }
    if (this.lost > 0) {
      this.lost--
      throw new TryLater('the connection was cut')
    }
    if (this.isOdd('oddReceipts')) return { kind: 'taken_unusable' as const, answer: 'Ontvangen.' }
    return { kind: 'taken' as const, pollUrl: `http://paper/poll/${bestelling.postId}` }
  }

  async pollOrder(pollUrl: string): Promise<PollOutcome> {
    if (this.isOdd('strangePolls')) throw new HostNotAllowed('klic.elders.example')
    this.answerOrNot('pollOrder')
    const order = this.ledger.get(pollUrl.split('/').at(-1)!)
    if (!order) return { kind: 'not_known' as const }
    order.polls++
    if (order.polls <= (this.scenario.newPolls ?? 0)) return { kind: 'new' as const }
    if (order.rejected) return { kind: 'rejected' as const, messages: this.scenario.reject ?? [] }
    if (order.undecided) {
      const messages = [{ severity: 'ERROR' as const, code: 'COR9002', text: 'Mislukt', pointer: null }]
      return { kind: 'undecided' as const, messages }
    }
    if (this.isOdd('oddVerdicts')) return { kind: 'unusable', answer: '{"status":"Goed"}' }
    const named = this.isOdd('unnamed') ? [] : order.requests
    const { spelt = (position: string) => position } = this.scenario
    const requests = named.map((one, index) => ({ ...one, position: spelt(one.position, index) }))
    return {
      kind: 'accepted',
      requests,
      messages: this.scenario.warnings ?? [],
      answer: JSON.stringify({ requests }),
      concerned: order.body.includes('/calamiteitenmelding') ? CONCERNED : null,
    }
  }

  private find(giAanvraagId: string) {
    for (const order of this.ledger.values()) {
      const index = order.requests.findIndex((request) => request.giAanvraagId === giAanvraagId.toLowerCase())
      if (index >= 0) return { request: order.requests[index]!, index }
    }
    throw new Error(`nobody filed ${giAanvraagId}`)
  }

  async readRequest(giAanvraagId: string) {
    this.answerOrNot('readRequest')
    this.asked.readRequest++
    const { request, index } = this.find(giAanvraagId)
    request.reads++
    const status =
      request.reads === 1 ? 'accepted' : request.reads === 2 ? 'in_production' : this.later(request.reads, index)
    return {
      status: status as 'accepted' | 'in_production' | 'partial' | 'complete',
      rawStatus: '',
      orderNumber: request.reads > 1 ? '9900000001' : null,
      klicNumber: request.reads > 1 ? `99G${String(index).padStart(7, '0')}` : null,
      position: request.position,
    }
  }

  private later(reads: number, index: number): 'in_production' | 'partial' | 'complete' {
    if (this.isToCome(reads, index)) return 'in_production'
    return this.scenario.partialFirst?.includes(index) && reads < 6 ? 'partial' : 'complete'
  }

  private isToCome(reads: number, index: number): boolean {
    return reads < 3 + index * (this.scenario.oneByOne ?? 0)
  }

  async listDeliveries(giAanvraagId: string): Promise<DeliveryListing> {
    this.answerOrNot('listDeliveries')
    this.asked.listDeliveries++
    return this.listing(giAanvraagId)
  }

  /** Asking for the list lets time go by for every request, as reading one does for one. */
  async listOwnDeliveries() {
    this.answerOrNot('listOwnDeliveries')
    this.asked.listOwnDeliveries++
    const all = new Map<string, ListedDelivery[]>()
    for (const order of this.ledger.values()) {
      for (const request of order.requests) {
        request.reads++
        const listing = this.listing(request.giAanvraagId)
        if (request.reads > 2 && listing.kind === 'listed') all.set(request.giAanvraagId, listing.deliveries)
      }
    }
    return { byRequest: all, calls: 1 }
  }

  private listing(giAanvraagId: string): DeliveryListing {
    const { request, index } = this.find(giAanvraagId)
    if (this.scenario.safetyArea?.includes(index)) {
      return {
        kind: 'listed',
        deliveries: [{ sequence: 1, complete: false, safetyArea: true, composedAt: null, url: null }],
      }
    }
    if (this.isToCome(request.reads, index) && this.scenario.oneByOne) return { kind: 'listed', deliveries: [] }
    const partial = this.scenario.partialFirst?.includes(index)
    const one = (sequence: number, complete: boolean) => ({
      sequence,
      complete,
      safetyArea: false,
      composedAt: '2026-11-20T10:00:00+01:00',
      url: `http://paper/zip/${giAanvraagId}/${sequence}`,
    })
    if (this.scenario.supplement?.includes(index)) {
      return { kind: 'listed', deliveries: [one(1, true), one(2, true)] }
    }
    if (!partial) return { kind: 'listed', deliveries: [one(1, true)] }
    return { kind: 'listed', deliveries: request.reads < 6 ? [one(1, false)] : [one(1, false), one(2, true)] }
  }

  safetyList: SafetyListing = { kind: 'listed', areas: [], leftOut: 0 }

  async listSafetyAreas(): Promise<SafetyListing> {
    this.answerOrNot('listSafetyAreas')
    this.asked.listSafetyAreas++
    return this.safetyList
  }

  async download(url: string, toFile: string) {
    this.asked.download++
    if (this.isOdd('strangeLinks')) throw new HostNotAllowed('gds.elders.example')
    if (this.isOdd('lateLinks')) throw new LinkNotReady('The registry did not give the delivery (404).')
    this.answerOrNot('download')
    if (this.broken > 0) {
      this.broken--
      throw new Refusal('DELIVERY_UNREADABLE', 'What came is no delivery.')
    }
    if (this.scenario.redirects) return this.ledOn(url, toFile)
    const { zipOf } = this.scenario
    const bytes = zipOf ? await readFile(zipOf(this.find(url.split('/').at(-2)!).index)) : Buffer.from(url)
    await writeFile(toFile, bytes)
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** As the real client follows a link: this is its download, of a ZIP that is one. */
  private ledOn(url: string, toFile: string) {
    const send: typeof fetch = async (address) => {
      const at = new URL(String(address))
      const led = Number(at.searchParams.get('led') ?? 0)
      this.onRedirect()
      if (led === this.scenario.redirects) return new Response(new Uint8Array(DELIVERY))
      at.searchParams.set('led', String(led + 1))
      return new Response(null, { status: 302, headers: { location: at.href } })
    }
    const endpoints = endpointsFor('simulator', 'http://paper')
    return downloadDelivery(send, endpoints, url, toFile, () => 0)
  }
}
