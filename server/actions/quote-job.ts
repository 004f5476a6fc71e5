/**
 * A new job: the area is normalised, cut and priced, and kept as a frozen quote; or submitted at once.
 * One client_ref denotes one job, for good: a repeat answers with that job and says which of its fields it ignored.
 */
import { createHash } from 'node:crypto'
import { billedBy } from '../domain/billing.ts'
import { type PolygonJson, polygonJson } from '../domain/geometry.ts'
import { type AddressGiven, type JobAsked, QUOTE_VALID_DAYS, type Warning } from '../domain/job.ts'
import { NOTHING_ELSE } from '../domain/next-action.ts'
import { endDateOf } from '../domain/order-draft.ts'
import { Refusal } from '../domain/refusal.ts'
import type { CompanySettings } from '../domain/settings.ts'
import { insertJob, jobByClientRef, type NewJob } from '../store/jobs.ts'
import { insertParts, type NewPart } from '../store/parts.ts'
import { recordTrace } from '../store/traces.ts'
import { getJob } from './get-job.ts'
import { houseConnections } from './house-connections.ts'
import { type JobView, jobView } from './job-view.ts'
import { refuseOtherRegistry } from './keys.ts'
import { locate, nearestAddresses } from './locate-address.ts'
import type { Caller, Needs } from './needs.ts'
import { refuseWhenFull } from './refuse-when-full.ts'
import { priceHere, settingsHere } from './settings-here.ts'
import { spend } from './spending.ts'
import { dateWarnings, refuseUnfileable, refuseUnpayable, submitJob } from './submit-job.ts'
import type { Surveyed } from './survey.ts'

export interface QuoteAnswer {
  view: JobView
  /** The client_ref was known: this is the job of an earlier call. */
  replayed: boolean
}

/**
 * @throws Refusal of the area (see normaliseArea), ADDRESS_OUTSIDE_POLYGON, VALIDATION_FAILED, PERMISSION_DENIED, and
 * with `submit` whatever submitJob throws; then nothing is stored
 */
export async function quoteJob(needs: Needs, caller: Caller, asked: JobAsked): Promise<QuoteAnswer> {
  const needed = asked.submit ? 'write' : 'read'
  if (!caller.permissions.includes(needed)) throw permissionDenied(needed)
  const { store, clock, ids } = needs
  const known = await replayOf(needs, caller, asked)
  if (known) return known

  const settings = await settingsHere(needs, caller.companyId)
  refuseEndBeforeStart(asked)
  const startDate = asked.klicType === 'GRAAF' ? (asked.startDate ?? null) : null
  if (asked.submit) {
    refuseOtherRegistry(caller, settings['registry.environment'])
    await refuseWhenFull(needs, caller)
    refuseUnpayable({ klicType: asked.klicType, startDate }, settings)
  }
  const now = clock.now()
  const surveyed = await needs.survey({ ...asked, priceCents: priceHere(settings, now) }, caller)
  const located = asked.address && (await locate(needs.addresses, asked.address, surveyed.area))

  const address = located?.address ?? null
  const polygons = surveyed.parts.map((part) => part.polygon)
  const connections = await houseConnections(needs, asked, settings, surveyed.area, polygons)
  const warnings = [...surveyed.warnings, ...(located?.warnings ?? []), ...connections.warnings]
  const job = newJob(ids.make('job'), caller, asked, address, connections.addresses, surveyed, settings, warnings, now)
  const isNearestNeeded = asked.submit && !address
  const parts = newParts(needs, surveyed, asked.submit, isNearestNeeded ? await nearestAddresses(needs, polygons) : [])
  if (asked.submit) {
    const areas = parts.map(({ orderIndex, location }, index) => ({ orderIndex, location, polygon: polygons[index]! }))
    refuseUnfileable(job, areas, settings, now)
  }
  const owner = { jobId: job.id, companyId: caller.companyId, submittedAt: job.submittedAt }

  const keep = async (trx: typeof store.db): Promise<boolean> => {
    if (!(await insertJob(trx, job))) return false
    await insertParts(trx, owner, parts)
    await recordTrace(trx, job.id, needs.tracing.current())
    if (asked.submit) {
      const { environment, billedBy, quote } = job
      await spend(trx, { ids }, caller, { jobId: job.id, environment, billedBy, quote }, now)
    }
    return true
  }
  const isFirst = await store[asked.submit ? 'durably' : 'transaction']({ company: caller.companyId }, keep)
  if (!isFirst) {
    // An equal client_ref was stored while this area was being cut.
    const first = await replayOf(needs, caller, asked)
    if (first) return first
    throw new Error('A job was refused as known, yet it is not there')
  }
  if (asked.submit) needs.nudge()
  return {
    view: jobView(job, parts, [], { settings, now, standing: NOTHING_ELSE, isWorkerThere: true }),
    replayed: false,
  }
}

export const permissionDenied = (permission: string): Refusal =>
  new Refusal('PERMISSION_DENIED', `This needs the permission ${permission}, which this key or role does not have.`, {
    extra: { required_permission: permission },
  })

async function replayOf(needs: Needs, caller: Caller, asked: JobAsked): Promise<QuoteAnswer | undefined> {
  if (asked.clientRef === undefined) return undefined
  const known = await jobByClientRef(needs.store.db, caller.companyId, asked.clientRef)
  if (!known) return undefined
  const submits = asked.submit && known.status === 'quoted'
  const view = submits
    ? await submitJob(needs, caller, known.id, asked.startDate)
    : await getJob(needs, caller, known.id)
  const input = canonicalInput(asked)
  const ignored = hashed(input) === known.inputHash ? [] : differences(input, known.input, submits)
  return { view: { ...view, job: { ...view.job, warnings: [...view.job.warnings, ...ignored] } }, replayed: true }
}

/** The fields by their wire names. `submit` and `client_ref` make no difference to what is asked. */
const FIELDS = {
  geometry: 'geometry',
  klicType: 'klic_type',
  crs: 'crs',
  reference: 'reference',
  address: 'address',
  webhookUrl: 'webhook_url',
  startDate: 'start_date',
  endDate: 'end_date',
  works: 'works',
  principal: 'principal',
  hasAddresses: 'has_addresses',
  cutRules: 'cut_rules',
} as const satisfies { [F in Exclude<keyof JobAsked, 'submit' | 'clientRef'>]: string }

/** Wire name -> canonical JSON; the area, which may be megabytes, by its hash. */
function canonicalInput(asked: JobAsked): string {
  const entries = Object.entries(FIELDS).flatMap(([field, name]) => {
    const value = asked[field as keyof typeof FIELDS]
    if (value === undefined) return []
    return [[name, field === 'geometry' ? hashed(JSON.stringify(sorted(value))) : JSON.stringify(sorted(value))]]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

/** Members in the order of their names, all the way down; the depth is bounded where bodies are read. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')

function differences(input: string, first: string, startDateWasUsed: boolean): Warning[] {
  const now: Record<string, string> = JSON.parse(input)
  const then: Record<string, string> = JSON.parse(first)
  return Object.values(FIELDS)
    .filter((name) => now[name] !== then[name] && !(name === 'start_date' && startDateWasUsed))
    .map((name) => ({
      code: 'FIELD_IGNORED',
      message: `${name} differs from the first call with this client_ref and was ignored.`,
    }))
}

function refuseEndBeforeStart({ startDate, endDate }: JobAsked): void {
  if (startDate === undefined || endDate === undefined || endDate >= startDate) return
  const message = 'end_date lies before start_date.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/end_date', code: 'END_BEFORE_START', message }],
  })
}

/** As given: in the caller's own numbers, heights dropped. Only for an area that was found good. */
const asGiven = (geometry: unknown): PolygonJson => ({
  type: 'Polygon',
  coordinates: (geometry as { coordinates: number[][][] }).coordinates.map((ring) => ring.map(([x, y]) => [x!, y!])),
})

function newJob(
  id: string,
  caller: Caller,
  asked: JobAsked,
  address: AddressGiven | null,
  hasAddresses: AddressGiven[] | null,
  surveyed: Surveyed,
  settings: CompanySettings,
  warnings: Warning[],
  now: Date,
): NewJob {
  const input = canonicalInput(asked)
  const startDate = asked.klicType === 'GRAAF' ? (asked.startDate ?? null) : null
  const endDate = asked.klicType === 'GRAAF' ? (asked.endDate ?? null) : null
  return {
    id,
    companyId: caller.companyId,
    status: asked.submit ? 'accepted' : 'quoted',
    klicType: asked.klicType,
    environment: settings['registry.environment'],
    // Of a quote it is decided when it is submitted.
    billedBy: billedBy(settings) ?? 'kadaster',
    submit: asked.submit,
    reference: asked.reference ?? null,
    clientRef: asked.clientRef ?? null,
    crs: surveyed.crs,
    geometry: asGiven(asked.geometry),
    area: surveyed.area.rings,
    areaM2: surveyed.areaM2,
    startDate,
    endDate: asked.submit ? endDateOf({ klicType: asked.klicType, startDate, endDate }, settings) : endDate,
    address,
    works: asked.works ?? null,
    principal: asked.principal ?? null,
    hasAddresses,
    webhookUrl: asked.webhookUrl ?? null,
    quote: surveyed.quote,
    quoteExpiresAt: new Date(now.getTime() + QUOTE_VALID_DAYS * 86_400_000).toISOString(),
    warnings: dateWarnings(asked.klicType, startDate, warnings, now, asked.startDate !== undefined),
    errors: [],
    failure: null,
    findings: null,
    inputHash: hashed(input),
    input,
    revision: 0,
    createdAt: now.toISOString(),
    submittedAt: asked.submit ? now.toISOString() : null,
    readyAt: null,
  }
}

const newParts = (
  { ids }: Pick<Needs, 'ids'>,
  surveyed: Surveyed,
  submitted: boolean,
  locations: readonly (AddressGiven | null)[],
): NewPart[] =>
  surveyed.parts.map((part, index) => ({
    id: ids.make('prt'),
    partNo: index + 1,
    orderId: ids.make('ord'),
    status: submitted ? 'accepted' : 'quoted',
    geometry: polygonJson(part.polygon),
    widthM: part.widthM,
    heightM: part.heightM,
    areaM2: part.areaM2,
    orderIndex: part.orderIndex,
    location: locations[index] ?? null,
    klicNumber: null,
    deliveredAt: null,
    errors: [],
  }))
