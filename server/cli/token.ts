/** klic token: the token that the shell of a desktop gets at each start, for a user who may read the data of a server. */
import { parseArgs } from 'node:util'
import { firstRun } from '../features/settings/first-run.ts'
import { issueWindowToken } from '../features/users/sessions.ts'
import { runningServer } from '../platform/processes/data-folder.ts'
import { systemClock, systemIds } from '../platform/real-clock.ts'
import { companyCalled } from './company.ts'
import { openStoreHere } from './local-store.ts'
import { print, tell } from './say.ts'

export const help = `klic token [--company ID] [--data DIR]

  Makes a one-time token that opens the window, once, within five minutes, for the person who makes the first owner or
  looks after the server; who holds it may do all that an owner may. Prints {"window_token", "link"}: open the link in a
  browser. Do not put it in a file or a journal. --company: one of "klic company list"; default: the first.
  Works whether or not the server runs. The database is that of the configuration (DATABASE_URL), else of the data folder.`

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { company: { type: 'string' }, data: { type: 'string' } } })
  const { configuration, dataDir, store } = await openStoreHere(values.data)
  try {
    const services = { store, clock: systemClock, ids: systemIds }
    const first = await firstRun(services)
    const token = await issueWindowToken(services, await companyCalled(store.db, values.company, first.companyId))
    const at = configuration.publicUrl ?? (await runningServer(dataDir))?.base_url ?? null
    if (at === null) {
      tell(
        'No server runs on this data folder: start one, and open its address with /#token= and the token behind it within five minutes.',
      )
    }
    print({ window_token: token, link: at === null ? null : `${at}/#token=${token}` })
  } finally {
    await store.close()
  }
}
