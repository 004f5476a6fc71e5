/** Questions about requests and deliveries, as plain HTTP. */
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { askControl } from '../support/ask-control.ts'
import type { Body, Json } from './simulator-orders.ts'
import { type Desk, PRODUCTION_SCOPE, TEST_BASE, TEST_SCOPE, tokenOf } from './simulator-world.ts'

export interface Item {
  giAanvraagId: string
  leveringsvolgnummer: string
  isVeiligheidsgebiedGeraakt: string
  datumLeveringSamengesteld?: string
  indicatieLeveringCompleet?: string
  giLeveringUrl?: string
}

export const itemsOf = (page: unknown): Item[] =>
  (page as { gebiedsinformatieLeveringen: Item[] }).gebiedsinformatieLeveringen

export const createClient = (desk: Desk, base = TEST_BASE) => ({
  renew: async (): Promise<void> => {
    desk.token = await tokenOf(desk.url, desk.folder, `${TEST_SCOPE} ${PRODUCTION_SCOPE}`)
  },
  /** @returns the ids of its requests */
  accepted: async (body: Body, reference?: string): Promise<string[]> => {
    if (reference) for (const request of body.gebiedsinformatieAanvragen) request.referentie = reference
    const { giAanvraagIds = [] } = await desk.result(body, base)
    return giAanvraagIds.map(({ giAanvraagId }) => giAanvraagId)
  },
  request: async (id: string): Promise<Json> =>
    (await (await desk.call(`${base}/gebiedsinformatieAanvragen/${id}`)).json()) as Json,
  async statusOf(id: string): Promise<string> {
    return String((await this.request(id)).giAanvraagStatus).replace(/^.*\//, '')
  },
  deliveriesOf: (id: string): string => `${base}/gebiedsinformatieleveringen?giAanvraagId=${id}`,
  ledger: async (): Promise<SimulatorLedger> => (await (await askControl(desk, 'ledger')).json()) as SimulatorLedger,
})
