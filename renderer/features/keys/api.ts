/** API keys for scripts and GIS on this machine. A secret passes through here once and is never kept. */
import { queryOptions } from '@tanstack/react-query'
import { ROUTES } from '../../../server/api/routes.ts'
import { type Key, NewKey } from '../../../server/features/keys/schema.ts'
import { call, send } from '../../api/client.ts'

const KeyList = ROUTES.listKeys.responses[200]

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => {
    const data: Key[] = []
    for (let page = 1; ; page++) {
      const found = await call(KeyList, `/keys?page_size=200&page=${page}`, { signal })
      data.push(...found.data)
      // Revoked ones, of which there may be any number, come last.
      if (data.length >= found.pagination.total || data.some((key) => key.revoked_at !== null)) return { data }
    }
  },
})

export interface NewKeyInput extends Pick<Key, 'name' | 'permissions'> {
  expires_at?: string
  /** EUR, such as 399.50 */
  daily_limit?: string
}

export const createKey = (input: NewKeyInput) => call(NewKey, '/keys', { method: 'POST', body: input })

/** @param madeKeys what becomes of the keys that it made */
export const revokeKey = async (keyId: string, madeKeys?: 'revoke' | 'keep'): Promise<void> => {
  await send(`/keys/${keyId}${madeKeys ? `?made_keys=${madeKeys}` : ''}`, { method: 'DELETE' })
}
