/** A simulated registry over real HTTP, the real client, and orders to file. Nothing here is awaited by the clock. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Position, RdPolygon } from '../../server/geometry/geometry.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import type { Address, OrderDraft } from '../../server/registry/orders/notification.ts'
import { buildOrder } from '../../server/registry/orders/order-body.ts'
import type { ListedDelivery, PollOutcome, RegistryClient } from '../../server/registry/types.ts'
import { addDays, addWorkingDays, dutchDate } from '../../server/registry/working-days.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { simulatorApplicant, simulatorCredentials } from '../../server/simulator/customer.ts'
import { type SimulatorOptions, startSimulator } from '../../server/simulator/server.ts'
import { askControl } from '../support/ask-control.ts'

export const tempFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic registry '))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const until = async <T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 2000; tries += 1) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`never came: ${what}`)
}

export interface Registry {
  url: string
  folder: string
  client: RegistryClient
  ledger(): Promise<SimulatorLedger>
  control(path: string, body?: unknown): Promise<void>
}

export const registryAt = (url: string, folder: string, clock = { now: () => Date.now() }): Registry => ({
  url,
  folder,
  client: createRegistryClient({
    endpoints: endpointsFor('simulator', url),
    credentials: simulatorCredentials(folder),
    clock,
  }),
  ledger: async () => (await askControl({ url, folder }, 'ledger')).json() as Promise<SimulatorLedger>,
  control: async (path, body) => {
    const answer = await askControl({ url, folder }, path, body ?? {})
    if (!answer.ok) throw new Error(`control route refused: ${path}`)
  },
})

/** Very fast: an order is decided after some ten milliseconds, delivered forty later. */
export const startRegistry = async (t: TestContext, options: Partial<SimulatorOptions> = {}): Promise<Registry> => {
  const folder = options.folder ?? tempFolder(t)
  const simulator = await startSimulator({ timeFactor: 6000, ...options, folder })
  t.after(() => simulator.stop())
  return registryAt(simulator.url, folder)
}

export const square = (x: number, y: number, sideM = 100): RdPolygon => {
  const ring: Position[] = [
    [x, y],
    [x + sideM, y],
    [x + sideM, y + sideM],
    [x, y + sideM],
    [x, y],
  ]
  return { crs: 'EPSG:28992', rings: [ring] }
}

export const location: Address = {
  bagId: '0753010000000021',
  street: 'Ringweg',
  houseNumber: '4',
  town: 'Best',
  postcode: '5684XB',
  country: 'NLD',
}

export const today = (): string => dutchDate(Date.now())

/** The own organisation is also the client of the works. */
const { relationNumber: _, extraContact: __, ...principal } = simulatorApplicant

/** A graafmelding of as many neighbouring squares as asked. */
export const draftOf = (parts: number, more: Partial<OrderDraft> = {}): OrderDraft => ({
  klicType: 'GRAAF',
  postId: crypto.randomUUID(),
  applicant: simulatorApplicant,
  principal,
  works: ['mantelbuisLeggen'],
  worksNote: null,
  reference: 'Best-Zuid',
  startDate: addWorkingDays(today(), 5),
  endDate: addDays(addWorkingDays(today(), 5), 14),
  parts: Array.from({ length: parts }, (_, index) => ({
    polygon: square(154_800 + index * 100, 387_900),
    locationAddress: location,
    description: null,
  })),
  ...more,
})

export const bodyOf = (draft: OrderDraft): string => buildOrder(draft).body

export const fileAndDecide = async (client: RegistryClient, draft: OrderDraft): Promise<PollOutcome> => {
  const filed = await client.fileOrder(bodyOf(draft))
  if (filed.kind !== 'taken') throw new Error(`refused: ${JSON.stringify(filed)}`)
  return decisionOf(client, filed.pollUrl)
}

export const decisionOf = (client: RegistryClient, pollUrl: string): Promise<PollOutcome> =>
  until('a decision', async () => {
    const outcome = await client.pollOrder(pollUrl)
    return outcome.kind !== 'not_known' && outcome.kind !== 'new' && outcome
  })

export const acceptedIds = async (client: RegistryClient, draft: OrderDraft): Promise<string[]> => {
  const outcome = await fileAndDecide(client, draft)
  if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`)
  return outcome.requests.map(({ giAanvraagId }) => giAanvraagId)
}

export const deliveriesOf = (
  client: RegistryClient,
  giAanvraagId: string,
  enough: (deliveries: ListedDelivery[]) => boolean = (deliveries) => deliveries.length > 0,
): Promise<ListedDelivery[]> =>
  until('a delivery', async () => {
    const listing = await client.listDeliveries(giAanvraagId)
    return listing.kind === 'listed' && enough(listing.deliveries) && listing.deliveries
  })
