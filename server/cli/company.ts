/** klic company: the companies on an office's server, each with its first owner. */
import { parseArgs } from 'node:util'
import { permit } from '../features/http/guards.ts'
import type { Database } from '../features/services.ts'
import { companiesOf } from '../features/settings/company-rows.ts'
import { firstRun, makeCompany, nameOrMakeCompany } from '../features/settings/first-run.ts'
import { invite } from '../features/users/invitations.ts'
import { usersOf } from '../features/users/rows.ts'
import { workEmail } from '../features/users/work-email.ts'
import { PERMISSIONS } from '../platform/http/permissions.ts'
import { systemClock, systemIds } from '../platform/real-clock.ts'
import { openStoreHere, type StorePlace } from './local-store.ts'
import { print, tell, Usage } from './say.ts'

export const help = `klic company create --name N --owner E-MAIL [--data DIR]
klic company list [--data DIR]

  A company has its own jobs, users, keys, settings and credentials, and sees nothing of another's.
  create  makes one, on the simulator until its settings say otherwise, and prints {"company_id", "name", "owner",
          "invitation": {"token", "expires_at", "link"}}. On a server for others the first one is the company that the server
          began with, as long as nobody has used that. The link works once, for a week: hand it to the owner, who chooses
          a name and a password with it. Once it is lost or too old, klic token --company ID opens the window, where a
          new one is made. Signing in finds the company by the user.
  list    prints {"data": [{"company_id", "name", "owners": [E-MAIL], "created_at"}]}, the first one first.
  Works whether or not the server runs. The database is that of the configuration (DATABASE_URL), else of the data folder.`

export async function run(argv: string[]): Promise<void> {
  const [verb, ...rest] = argv
  const { values } = parseArgs({
    args: rest,
    options: { name: { type: 'string' }, owner: { type: 'string' }, data: { type: 'string' } },
  })
  if (verb !== 'create' && verb !== 'list') throw new Usage('What is to be done: company create, or company list.')
  const { configuration, store } = await openStoreHere(values.data)
  const services = { store, clock: systemClock, ids: systemIds }
  try {
    if (verb === 'list') {
      const companies = await companiesOf(store.db)
      const data = companies.map(async ({ id, name, created_at }) => {
        const owners = (await usersOf(store.db, id)).filter(({ role }) => role === 'owner').map(({ email }) => email)
        return { company_id: id, name, owners, created_at }
      })
      return print({ data: await Promise.all(data) })
    }
    const { name, owner } = values
    if (!name?.trim() || !owner) throw new Usage('Give the company a name and an owner: --name N --owner E-MAIL.')
    // A company that is made for an owner who can't be invited would stay without one.
    workEmail(owner)
    await firstRun(services)
    // On a computer of one's own the first one is that of its user.
    const make = configuration.operator === null ? makeCompany : nameOrMakeCompany
    const companyId = await make(services, name.trim())
    const caller = permit({ companyId, actor: 'command line', permissions: [...PERMISSIONS], address: null }, 'admin')
    const { invitation, token } = await invite(services, caller, { email: owner, role: 'owner' })
    const at = configuration.publicUrl ?? ''
    if (at === '')
      tell('KLIC_PUBLIC_URL is not set: put the address of the server, as the owner reaches it, before the link.')
    print({
      company_id: companyId,
      name: name.trim(),
      owner: invitation.email,
      invitation: { token, expires_at: invitation.expiresAt, link: `${at}/#invitation=${token}` },
    })
  } finally {
    await store.close()
  }
}

/**
 * Opens the store of a server for one of its companies, and closes it when `use` is through.
 * @param place company: as of --company, by default the first; data: as of --data
 * @throws Usage when no company has this id; as findStore
 */
export async function withCompany<T>(
  { company, data }: { company?: string | undefined; data?: string | undefined },
  use: (here: StorePlace & Pick<Database, 'store' | 'clock' | 'ids'> & { companyId: string }) => Promise<T>,
): Promise<T> {
  const place = await openStoreHere(data)
  const { store } = place
  const services = { store, clock: systemClock, ids: systemIds }
  try {
    const first = await firstRun(services)
    if (company !== undefined && !(await companiesOf(store.db)).some(({ id }) => id === company))
      throw new Usage(`There is no company ${company}: see klic company list.`)
    return await use({ ...place, ...services, companyId: company ?? first.companyId })
  } finally {
    await store.close()
  }
}
