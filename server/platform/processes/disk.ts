/** Room for files: the one answer that readiness, worker and API go by. */
import { diskFull, SPARE_BYTES } from '../disk-full.ts'
import type { Storage } from '../storage/port.ts'

/**
 * @param bytes that are about to be written
 * @throws TryLater when they would leave less than the databases and the log need
 */
export async function refuseFullDisk({ space }: Pick<Storage, 'space'>, bytes = 0): Promise<void> {
  const { free } = await space()
  if (free - bytes < SPARE_BYTES) throw diskFull()
}

/** A storage that begins no file without room for it. */
export const withRoom = (storage: Storage, room: () => Promise<void>): Storage => ({
  ...storage,
  async place(key) {
    await room()
    return storage.place(key)
  },
})
