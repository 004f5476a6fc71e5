/** Settings and the log of paid acts, below /dashboard/api. */
import { fromWire, toWire } from '../../platform/http/names.ts'
import { pageRequest, pagination } from '../../platform/http/pages.ts'
import { toBody } from '../../platform/http/wire.ts'
import type { Handlers } from '../http/serve.ts'
import { euros } from '../vocabulary.ts'
import { Act, type AUDIT_ROUTES } from './audit-schema.ts'
import { changeSettings, chooseOffice, officeUrl, readSettings } from './change-settings.ts'
import type { ActRecord } from './company-rows.ts'
import { type SETTINGS_ROUTES, type Settings, type SettingsInput, SHOWN_SETTINGS } from './schema.ts'
import type { CompanySettings } from './settings.ts'
import { listActs, spendingToday, statementFile } from './statement.ts'

const settingsShown = (settings: CompanySettings): Settings =>
  Object.fromEntries(SHOWN_SETTINGS.map((name) => [name, toWire(settings[name])])) as Settings

/** The names of settings are the same on both sides; the values' own names are not. */
const settingsAsked = (input: SettingsInput): Partial<CompanySettings> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fromWire(value)]))

/** What is in memory already, as a stream. */
const wholeStream = (bytes: Uint8Array) => ({
  bytes: bytes.length,
  chunks: (async function* () {
    yield bytes
  })(),
  close: async () => {},
})

const actShown = (act: ActRecord): Act => toBody(Act, { ...act, actId: act.id, amount: euros(act.amount_cents) })

export const settings: Handlers<typeof SETTINGS_ROUTES & typeof AUDIT_ROUTES> = {
  getSettings: async ({ services, caller }) => ({
    status: 200,
    body: settingsShown(await readSettings(services, caller)),
  }),

  putSettings: async ({ services, caller, body }) => ({
    status: 200,
    body: settingsShown(await changeSettings(services, caller, settingsAsked(body))),
  }),

  getSpendingToday: async ({ services, caller }) => {
    const { day, limit, spent } = await spendingToday(services, caller)
    const left = limit === null ? null : euros(Math.max(0, limit - spent))
    return { status: 200, body: { day, limit: limit === null ? null : euros(limit), spent: euros(spent), left } }
  },

  listActs: async ({ services, caller, query }) => {
    const page = await listActs(services.store, caller, pageRequest(query))
    const months = page.months.map(({ cents, ...sum }) => ({ ...sum, amount: euros(cents) }))
    return { status: 200, body: { data: page.data.map(actShown), months, pagination: pagination(page) } }
  },

  getStatement: async ({ services, caller, query }) => {
    const { bytes, name } = await statementFile(services.store, caller, query.month)
    return { status: 200, stream: { ...wholeStream(bytes), mediaType: 'text/csv', name } }
  },

  getOffice: async ({ services, caller }) => ({ status: 200, body: { url: await officeUrl(services, caller) } }),

  putOffice: async ({ services, caller, body }) => ({
    status: 200,
    body: { url: await chooseOffice(services, caller, body.url) },
  }),
}
