/** The simulator asked as a stranger would ask it: plain HTTP, without our client. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { signedJwt } from '../../server/registry/client/tokens.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { type SimulatorOptions, startSimulator } from '../../server/simulator/server.ts'
import { tempFolder } from '../registry/world.ts'
import { askControl } from '../support/ask-control.ts'
import type { Body } from './simulator-orders.ts'

export const TEST_BASE = '/klic/ntd/aanvragen/v1'
export const PRODUCTION_BASE = '/klic/aanvragen/v1'
export const TEST_SCOPE = 'klic.eto.b2baanvraag'
export const PRODUCTION_SCOPE = 'klic.b2baanvraag'

export interface Message {
  code: string
  gradatie: string
  omschrijving: string
  jsonPointer?: string
}

export interface PollResult {
  status: string
  validatiemeldingen?: Message[]
  giAanvraagIds?: { positienummer: string; giAanvraagId: string }[]
  belanghebbendeNetbeheerders?: { organisatieNaam: string; belangen: Record<string, unknown>[] }[]
}

export interface Desk {
  url: string
  folder: string
  token: string
  call(path: string, init?: RequestInit): Promise<Response>
  file(body: Body | string, base?: string): Promise<Response>
  /** Filed, and the clock stepped until there is a decision. */
  result(body: Body, base?: string): Promise<PollResult>
  /** What is said about it, wherever it is said; `code` is expected. */
  complaints(body: Body | string, code: string): Promise<Message[]>
  step(ms: number): Promise<void>
  control(path: string, body?: unknown): Promise<Response>
}

export const tokenOf = async (url: string, folder: string, scope: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/oauth/v2/token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signedJwt(simulatorCredentials(folder), Date.now()),
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** As slow as the real one, stepped by hand: nothing moves unless the test moves it. */
export const openDesk = async (t: TestContext, options: Partial<SimulatorOptions> = {}): Promise<Desk> => {
  const folder = options.folder ?? tempFolder(t)
  const simulator = await startSimulator({ timeFactor: 1, ...options, folder })
  t.after(() => simulator.stop())
  return deskAt(simulator.url, folder, options.timeFactor)
}

/** @param timeFactor the speed that the simulator runs at */
export const deskAt = async (url: string, folder: string, timeFactor = 1): Promise<Desk> => {
  const decisionMs = timeFactor === 1 ? 31_000 : Math.ceil(60_000 / timeFactor) + 1
  const desk: Desk = {
    url,
    folder,
    token: await tokenOf(url, folder, `${TEST_SCOPE} ${PRODUCTION_SCOPE}`),
    call: (path, init = {}) =>
      fetch(path.startsWith('http') ? path : url + path, {
        ...init,
        headers: { accept: 'application/json', authorization: `Bearer ${desk.token}`, ...init.headers },
      }),
    file: (body, base = TEST_BASE) =>
      desk.call(`${base}/gebiedsinformatieaanvragen`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async result(body, base = TEST_BASE) {
      const taken = await desk.file(body, base)
      assert.equal(taken.status, 202, await taken.clone().text())
      await desk.step(decisionMs)
      const { pollUrl } = (await taken.json()) as { pollUrl: string }
      return (await (await desk.call(pollUrl)).json()) as PollResult
    },
    async complaints(body, code) {
      const held = desk.token
      if (code === 'COR9003') desk.token = await tokenOf(url, folder, PRODUCTION_SCOPE)
      const taken = await desk.file(body)
      desk.token = held
      if (taken.status !== 202) {
        return ((await taken.json()) as { validatiemeldingen: Message[] }).validatiemeldingen
      }
      await desk.step(decisionMs)
      const { pollUrl } = (await taken.json()) as { pollUrl: string }
      const result = (await (await desk.call(pollUrl)).json()) as PollResult
      const wanted = code === 'COR9002' ? 'Mislukt' : code.startsWith('WAR') ? 'Aangenomen' : 'Afgewezen'
      assert.equal(result.status, wanted, `${code}: ${JSON.stringify(result)}`)
      return result.validatiemeldingen ?? []
    },
    step: async (ms) => {
      await desk.control('clock', { stepMs: ms })
    },
    control: (path, body = {}) => askControl({ url, folder }, path, body),
  }
  return desk
}
