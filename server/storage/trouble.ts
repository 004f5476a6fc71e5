/** What goes wrong with a storage will be mended: the work waits for it and spends no attempt. */
import { isDiskFull } from '../domain/disk-full.ts'
import { TryLater } from '../domain/refusal.ts'
import { MissingFile } from './port.ts'

/** Of a call to the storage: whatever it is, somebody can mend it. */
export const orUnreachable = (error: unknown): unknown => {
  if (error instanceof MissingFile || error instanceof TryLater) return error
  return new TryLater('The storage of files does not answer, or refuses us.', {
    reason: isDiskFull(error) ? 'disk_full' : 'storage_unreachable',
    cause: error,
  })
}
