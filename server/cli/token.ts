/** klic token: the token that the shell of a desktop gets at each start, for a user who may read the data of a server. */
import { parseArgs } from 'node:util'
import { issueWindowToken } from '../features/users/sessions.ts'
import { runningServer } from '../platform/processes/data-folder.ts'
import { withCompany } from './company.ts'
import { print, tell } from './say.ts'

export const help = `klic token [--company ID] [--data DIR]

  Makes a one-time token that opens the window, once, within five minutes, for the person who makes the first owner or
  looks after the server; who holds it may do all that an owner may. Prints {"window_token", "link"}: open the link in a
  browser. Do not put it in a file or a journal. --company: one of "klic company list"; default: the first.
  Works whether or not the server runs. The database is that of the configuration (DATABASE_URL), else of the data folder.`

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { company: { type: 'string' }, data: { type: 'string' } } })
  await withCompany(values, async ({ configuration, dataDir, companyId, ...services }) => {
    const token = await issueWindowToken(services, companyId)
    const at = configuration.publicUrl ?? (await runningServer(dataDir))?.base_url ?? null
    if (at === null) {
      tell(
        'No server runs on this data folder: start one, and open its address with /#token= and the token behind it within five minutes.',
      )
    }
    print({ window_token: token, link: at === null ? null : `${at}/#token=${token}` })
  })
}
