/** What goes wrong with a storage is repaired sooner or later: the work waits for it and spends no attempt. */
import { isDiskFull } from '../disk-full.ts'
import { TryLater } from '../refusal.ts'
import { MissingFile } from './port.ts'

/** Of a call to the storage: somebody can repair it, so the caller tries again. */
export const orUnreachable = (error: unknown): unknown => {
  if (error instanceof MissingFile || error instanceof TryLater) return error
  return new TryLater('The storage of files does not answer, or refuses us.', {
    reason: isDiskFull(error) ? 'disk_full' : 'storage_unreachable',
    cause: error,
  })
}

/** By the name or code of an error of S3's client or the file system. */
const FAULTS: readonly [names: readonly string[], words: string][] = [
  [['NoSuchBucket'], 'The bucket in STORAGE_URL does not exist: make it, or correct the name.'],
  [
    ['CredentialsProviderError'],
    'There are no credentials for the storage: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [
    ['InvalidAccessKeyId', 'SignatureDoesNotMatch'],
    'The storage refuses the credentials: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [
    ['AccessDenied'],
    'The credentials may not use the bucket in STORAGE_URL: allow them to list, read, write and remove.',
  ],
  [
    ['EACCES', 'EPERM', 'EROFS'],
    'The storage folder may not be written: let the user of the server write it, or correct STORAGE_URL.',
  ],
]

/** @returns what the operator must correct; undefined: the storage fails for another reason */
export function storageFault(error: unknown): string | undefined {
  const { name, code, Code, cause } = (error ?? {}) as Record<'name' | 'code' | 'Code' | 'cause', unknown>
  const found = FAULTS.find(([names]) => [name, code, Code].some((each) => names.includes(String(each))))
  return found?.[1] ?? (cause === undefined ? undefined : storageFault(cause))
}
