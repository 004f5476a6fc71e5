/** API keys for scripts and GIS on this machine. A secret passes through here once and is never kept. */
import { queryOptions } from '@tanstack/react-query'
import { type Key, NewKey } from '../../server/contract/keys.ts'
import { ROUTES } from '../../server/contract/routes.ts'
import { call, send } from './client.ts'

const KeyList = ROUTES.listKeys.responses[200]

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call(KeyList, '/keys', { signal }),
})

export const createKey = (input: Pick<Key, 'name' | 'permissions'>) =>
  call(NewKey, '/keys', { method: 'POST', body: input })

export const revokeKey = async (keyId: string): Promise<void> => {
  await send(`/keys/${keyId}`, { method: 'DELETE' })
}
