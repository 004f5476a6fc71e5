/** Reading and changing what a company has set. */
import { isAbsolute } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type OfflineMapFault, type OfflineMaps, OfflineMapUnusable } from '../../exports/tiles/offline-map.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Background, Caller, Compute, Database, Installation, Permitted } from '../services.ts'
import { allowsPrivate, refusePrivateTarget } from '../webhooks/webhooks.ts'
import { effectiveSettings, setSetting } from './rows.ts'
import { type CompanySettings, OPERATOR_SETTINGS, type SettingName } from './settings.ts'

/** With the secrets: what leaves the house is decided by the contract. Where the operator's files lie is not told. */
export async function readSettings(services: Database, { companyId }: Caller): Promise<CompanySettings> {
  const settings = await effectiveSettings(services, companyId)
  if (!services.operator) return settings
  return { ...settings, 'registry.ca_file': null, 'registry.hosts': [], 'maps.offline_file': null }
}

/** Settings that are shown here, and not taken. */
export const operatorSets = (operator: Database['operator']): readonly SettingName[] =>
  operator ? OPERATOR_SETTINGS : []

/**
 * All of them or none; a name that is left out stays as it is.
 * @throws Refusal VALIDATION_FAILED when the file of the offline map is none, or events may not go to the company URL; PERMISSION_DENIED for what is the operator's
 */
export async function changeSettings(
  services: Database & Background & Pick<Compute, 'offlineMaps'> & Pick<Installation, 'isLocal'>,
  caller: Permitted<'admin'>,
  asked: Partial<CompanySettings>,
): Promise<CompanySettings> {
  const { store, nudge, offlineMaps } = services
  const { companyId } = caller
  const shown = await readSettings(services, caller)
  const changes = withoutOperators(services.operator, shown, asked)
  const file = changes['maps.offline_file']
  // One that is set already may be on a stick that is elsewhere now.
  const isNew = typeof file === 'string' && file !== shown['maps.offline_file']
  if (isNew) await checkOfflineFile(offlineMaps, file, caller)
  const url = changes['webhooks.company_url']
  const after = { ...shown, ...changes }
  // One that is set already may have been allowed then.
  if (url !== shown['webhooks.company_url']) {
    refusePrivateTarget(url, '/webhooks.company_url', allowsPrivate(after, services.isLocal))
  }
  await store.transaction({ company: companyId }, async (trx) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined) await setSetting(trx, companyId, name as SettingName, value as never)
    }
    // Setting the address anew, also to the same one, ends the pause of an address that was gone.
    if (changes['webhooks.company_url'] !== undefined) await setSetting(trx, companyId, 'webhooks.gone', null)
  })
  nudge()
  return readSettings(services, caller)
}

/**
 * Who sends back what was shown changes nothing.
 * @throws Refusal PERMISSION_DENIED, with a complaint at each name that is the operator's
 */
function withoutOperators(
  operator: Database['operator'],
  shown: CompanySettings,
  asked: Partial<CompanySettings>,
): Partial<CompanySettings> {
  const theirs = operatorSets(operator)
  const refused = theirs.filter((name) => asked[name] !== undefined && !isDeepStrictEqual(asked[name], shown[name]))
  if (refused.length > 0) throw setByOperator(refused)
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !theirs.includes(name as SettingName)))
}

export const setByOperator = (names: readonly SettingName[]): Refusal =>
  new Refusal('PERMISSION_DENIED', `Only the operator of this server sets ${names.join(', ')}.`, {
    complaints: names.map((setting) => ({
      pointer: `/${setting}`,
      code: 'SET_BY_OPERATOR',
      setting,
      message: 'The operator of this server sets this, for all who work with it.',
    })),
  })

const WORDS: Record<OfflineMapFault, string> = {
  MAP_FILE_NOT_FOUND: 'There is no such file on the computer of the server. Give its whole path.',
  MAP_FILE_UNREADABLE: 'This is neither PMTiles (version 3) nor MBTiles, or it is damaged.',
  MAP_TILES_UNKNOWN: 'Its tiles are neither vector tiles (MVT) nor pictures that can be shown.',
  MAP_FILE_NO_INDEX: 'This MBTiles file has no unique index of its tiles. Make it again, or convert it to PMTiles.',
}

/** @throws Refusal VALIDATION_FAILED when this file can't be the map */
export async function checkOfflineFile(
  { facts }: Pick<OfflineMaps, 'facts'>,
  file: string,
  caller: Caller,
): Promise<void> {
  try {
    if (!isAbsolute(file)) throw new OfflineMapUnusable('MAP_FILE_NOT_FOUND')
    await facts(file, caller)
  } catch (error) {
    if (!(error instanceof OfflineMapUnusable)) throw error
    const complaint = { pointer: '/maps.offline_file', code: error.fault, message: WORDS[error.fault] }
    throw new Refusal('VALIDATION_FAILED', 'This file can’t be the offline map.', {
      complaints: [{ ...complaint, setting: 'maps.offline_file' }],
      cause: error,
    })
  }
}

/** Where the office's server is. @returns null: none is set */
export const officeUrl = async (services: Database, { companyId }: Caller): Promise<string | null> =>
  (await effectiveSettings(services, companyId))['office.url']

/**
 * @returns the address as it is stored
 * @throws Refusal PERMISSION_DENIED on a server for others
 */
export async function chooseOffice(
  services: Database,
  caller: Permitted<'admin'>,
  url: string | null,
): Promise<string | null> {
  if (services.operator && url !== null) throw setByOperator(['office.url'])
  await setSetting(services.store.db, caller.companyId, 'office.url', url?.replace(/\/+$/, '') ?? null)
  return officeUrl(services, caller)
}
