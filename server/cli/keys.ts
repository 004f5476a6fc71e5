/** klic key create: makes an API key for the company of a data folder or database and prints its secret, once. */
import { parseArgs } from 'node:util'
import { Amount } from '../features/http/common-schema.ts'
import { createKey, keyView } from '../features/keys/keys.ts'
import { PERMISSIONS, type Permission } from '../platform/http/permissions.ts'
import { withCompany } from './company.ts'
import { print, Usage } from './say.ts'

export const help = `klic key create --name N [--permission read,write] [--daily-limit 100.00] [--company ID] [--data DIR]

  Makes an API key and prints it: {"key_id", "name", "permissions", "secret", ...}. The secret is shown this once
  only; what is kept is a hash. Works whether or not the server runs. Permissions: read (default), write, admin;
  none holds another: a key with write alone submits, and can't quote or read the job.
  --daily-limit: the euros that may be spent with it in a day. --company: one of "klic company list"; default: the first.`

export async function run(argv: string[]): Promise<void> {
  const [verb, ...rest] = argv
  if (verb !== 'create') throw new Usage('The one thing to do with keys here is: key create. Revoke them over the API.')
  const { values } = parseArgs({
    args: rest,
    options: {
      name: { type: 'string' },
      permission: { type: 'string', default: 'read' },
      'daily-limit': { type: 'string' },
      company: { type: 'string' },
      data: { type: 'string' },
    },
  })
  if (!values.name) throw new Usage('Give the key a name: --name N.')
  const permissions = values.permission.split(',').map((word) => word.trim()) as Permission[]
  const unknown = permissions.find((permission) => !PERMISSIONS.includes(permission))
  if (unknown !== undefined)
    throw new Usage(`There is no permission "${unknown}": choose from ${PERMISSIONS.join(', ')}.`)
  const dailyLimit = values['daily-limit']
  if (dailyLimit !== undefined && !Amount.safeParse(dailyLimit).success) {
    throw new Usage('--daily-limit must be euros with cents, such as 100.00.')
  }
  print(await makeKey(values.data, values.name, permissions, dailyLimit, values.company))
}

/** @param folder as of --data @returns the key with its secret, in the words of the wire */
export async function makeKey(
  folder: string | undefined,
  name: string,
  permissions: Permission[],
  dailyLimit?: string,
  company?: string,
) {
  return withCompany({ data: folder, company }, async ({ companyId, ...services }) => {
    const caller = { companyId, actor: 'command line', permissions: [...PERMISSIONS], address: null }
    const { key, secret } = await createKey(services, caller, { name, permissions, dailyLimit })
    return { ...keyView(key), secret }
  })
}
