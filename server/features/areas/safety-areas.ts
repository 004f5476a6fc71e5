/**
 * The safety areas that a company may see while it draws or quotes. A call makes the worker ask the registry when the stored
 * ones are of another day, and does not wait for it.
 */

import type { PolygonJson, Ring } from '../../geometry/geometry.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { SafetyListEnd } from '../../registry/safety-area-list.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Background, Caller, Compute, Database } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import type { RegistryCalls } from '../task-context.ts'
import { SECOND } from '../task-context.ts'
import {
  endSafetyList,
  isFrom,
  type SafetyListRow,
  type SafetySource,
  safetyAreasOf,
  safetyListOf,
  wantSafetyList,
} from './safety-area-rows.ts'
import type { ToSurvey } from './survey.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** So long nobody asks again, however it ended. */
const FRESH_MS: Readonly<Record<SafetyListEnd, number>> = {
  listed: 24 * HOUR_MS,
  not_granted: HOUR_MS,
  no_access: 10 * MINUTE_MS,
  host_not_allowed: MINUTE_MS,
  unavailable: MINUTE_MS,
  unreadable: HOUR_MS,
}

/** Kadaster tells the address to those to whom it grants the list; the simulator's is known. */
const sourceOf = (settings: CompanySettings): SafetySource | undefined => {
  const environment = settings['registry.environment']
  if (environment === 'simulator') return { environment, address: null }
  const address = settings['registry.safety_areas_url']
  return address === null ? undefined : { environment, address }
}

const isDue = (row: SafetyListRow | undefined, source: SafetySource, now: Date): boolean => {
  if (!isFrom(row, source)) return true
  if (row.wanted_at !== null) return false
  if (row.state === null || row.ended_at === null) return true
  const ageMs = now.getTime() - Date.parse(row.ended_at)
  // Of later than now: the clock was set back.
  return ageMs < 0 || ageMs >= FRESH_MS[row.state]
}

/** @returns undefined: nobody has said where it lies, so it is not asked for */
async function known(
  services: Database,
  { companyId }: Pick<Caller, 'companyId'>,
  settings: CompanySettings,
): Promise<SafetyListRow | undefined> {
  const source = sourceOf(settings)
  if (!source) return undefined
  const now = services.clock.now()
  const row = await safetyListOf(services.store.db, companyId)
  if (!isDue(row, source, now)) return row
  await wantSafetyList(services.store, companyId, source, now.toISOString())
  return safetyListOf(services.store.db, companyId)
}

/** What the survey of an area holds it against. */
export async function safetyForSurvey(
  services: Database,
  caller: Pick<Caller, 'companyId'>,
  settings: CompanySettings,
): Promise<Pick<ToSurvey, 'safety'>> {
  const row = await known(services, caller, settings)
  if (!row?.listed_on) return {}
  const areas = await safetyAreasOf(services.store.db, caller.companyId)
  return areas === null ? {} : { safety: { listedOn: row.listed_on, areas } }
}

export interface SafetyAreasView {
  /** 'no_address': nobody has said where the list lies; null: it is being asked for the first time */
  state: SafetyListEnd | 'no_address' | null
  /** Dutch day */
  listedOn: string | null
  leftOut: number
  /** In degrees */
  areas: PolygonJson[]
}

export async function safetyAreasView(
  services: Database & Background & Pick<Compute, 'inDegrees'>,
  caller: Caller,
): Promise<SafetyAreasView> {
  const settings = await effectiveSettings(services, caller.companyId)
  const nothing = { listedOn: null, leftOut: 0, areas: [] }
  const row = await known(services, caller, settings)
  if (!row) return { ...nothing, state: 'no_address' }
  // Somebody looks for it; for a quote it may come with the worker's next look.
  if (row.wanted_at !== null) services.nudge()
  const kept = await safetyAreasOf(services.store.db, caller.companyId)
  const areas: Ring[][] = kept === null ? [] : JSON.parse(kept)
  const rings = areas.flat()
  const { text } = rings.length === 0 ? { text: '' } : await services.inDegrees({ text: JSON.stringify(rings) }, caller)
  const turned: PolygonJson['coordinates'] = text === '' ? [] : JSON.parse(text).coordinates
  let from = 0
  return {
    state: row.state,
    listedOn: row.listed_on,
    leftOut: row.left_out,
    areas: areas.map(({ length }) => {
      const coordinates = turned.slice(from, from + length)
      from += length
      return { type: 'Polygon', coordinates }
    }),
  }
}

/** For a company where somebody draws or quotes, and that has no list, or one of another day. */
export type SafetyListRequest = { companyId: string; environment: RegistryEnvironment; wantedAt: string }

export const askSafetyAreas = (services: Database & RegistryCalls): Flow<SafetyListRequest> => ({
  name: 'ask-safety-areas',
  version: '1',
  async run(wanted, steps) {
    await steps.run('ask', () => ask(services, wanted), { attempts: 2, firstMs: 5 * SECOND, maxMs: 5 * SECOND })
  },
})

/** Nobody waits for it: what can't be asked now is asked when somebody draws the next time. */
async function ask(
  services: Database & RegistryCalls,
  { companyId, environment, wantedAt }: SafetyListRequest,
): Promise<null> {
  const asked = { companyId, wantedAt }
  const at = () => services.clock.now().toISOString()
  try {
    // The list is the company's own: who files for those who pay by invoice has not been granted it for them.
    const registry = await services.registryFor(environment, companyId, 'kadaster')
    const listing = await registry.listSafetyAreas()
    const listed = listing.kind === 'listed' ? { ...listing, on: dutchDate(services.clock.now().getTime()) } : null
    await endSafetyList(services.store, asked, { state: listing.kind, at: at(), listed })
  } catch (error) {
    if (!(error instanceof TryLater)) throw error
    const state = error.reason === 'unreachable' ? 'unavailable' : 'no_access'
    await endSafetyList(services.store, asked, { state, at: at(), listed: null })
  }
  return null
}
