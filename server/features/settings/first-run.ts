/**
 * A company with all that a notification needs, so that everything works offline at the first start. The values are
 * invented: the simulator knows this customer (server/simulator/customer.ts), the registry would refuse it.
 */

import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Database } from '../services.ts'
import { companiesOf, firstCompany, insertCompany, isCompanyUsed, renameCompany } from './company-rows.ts'
import { setSetting } from './rows.ts'
import type { CompanySettings, SettingName } from './settings.ts'

const SIMULATOR_SETTINGS = {
  'registry.environment': 'simulator',
  'registry.organisation': {
    name: 'Simulatie Grondverzet B.V.',
    kvkNumber: '90000017',
    address: {
      bagId: '0753200000000011',
      street: 'Hoofdstraat',
      houseNumber: 12,
      houseLetter: null,
      houseNumberAddition: null,
      postcode: '5683AC',
      city: 'Best',
      country: 'NLD',
    },
  },
  'registry.contact': { name: 'Noor Simulatie', phone: '+31 6 20000001', email: 'noor@simulatie.example' },
  'registry.works.orient': ['kabelsLeidingenLeggen'],
  'registry.works.graaf': ['kabelsLeidingenLeggen'],
  'registry.default_location': {
    bagId: '0753010000000012',
    street: 'Hoofdstraat',
    houseNumber: 12,
    houseLetter: null,
    houseNumberAddition: null,
    postcode: '5683AC',
    city: 'Best',
    country: 'NLD',
  },
  'billing.mode': 'relation_number',
  'billing.relation_number': '0000900001',
} as const satisfies { [N in SettingName]?: CompanySettings[N] | readonly string[] }

const FIRST_NAME = SIMULATOR_SETTINGS['registry.organisation'].name

/** Makes the company when there is none; a later start finds it. */
export async function firstRun({ store, clock, ids }: Database): Promise<{ companyId: string; isNew: boolean }> {
  return store.transaction('all', async (trx) => {
    const company = await firstCompany(trx)
    if (company) return { companyId: company.id, isNew: false }
    return { companyId: await insertWithSettings(trx, { clock, ids }, FIRST_NAME), isNew: true }
  })
}

/**
 * On a server for others the first call names the company that the server began with, as long as nobody has used it.
 * @returns the company's id
 * @throws Refusal when another company has this name
 */
export async function nameOrMakeCompany(services: Database, name: string): Promise<string> {
  const { store, clock, ids } = services
  return store.transaction('all', async (trx) => {
    const companies = await companiesOf(trx)
    const [first] = companies
    if (companies.length === 1 && first!.name === FIRST_NAME && !(await isCompanyUsed(trx, first!.id))) {
      await renameCompany(trx, first!.id, name)
      return first!.id
    }
    refuseTakenName(companies, name)
    return insertWithSettings(trx, { clock, ids }, name)
  })
}

/**
 * One more, on the simulator until its settings say otherwise.
 * @returns its id
 * @throws Refusal when another company has this name
 */
export const makeCompany = ({ store, clock, ids }: Database, name: string): Promise<string> =>
  store.transaction('all', async (trx) => {
    refuseTakenName(await companiesOf(trx), name)
    return insertWithSettings(trx, { clock, ids }, name)
  })

/** @throws Refusal */
function refuseTakenName(companies: readonly { name: string }[], name: string): void {
  if (!companies.some((company) => company.name.toLowerCase() === name.toLowerCase())) return
  throw new Refusal('VALIDATION_FAILED', `There is a company ${name} already: give this one another name.`)
}

async function insertWithSettings(
  db: Store['db'],
  { clock, ids }: Pick<Database, 'clock' | 'ids'>,
  name: string,
): Promise<string> {
  const companyId = ids.make('com')
  await insertCompany(db, { id: companyId, name, createdAt: clock.now().toISOString() })
  for (const [setting, value] of Object.entries(SIMULATOR_SETTINGS)) {
    await setSetting(db, companyId, setting as SettingName, value as never)
  }
  return companyId
}
