/** Takes in a file with areas, has it read, and forgets it. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type AreaImportOptions, type FoundAreas, MAX_AREA_FILE_BYTES } from '../../geometry/found-areas.ts'
import { ownPlaces } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { atMost, writeTemporary } from '../kept-files.ts'
import type { Caller, Compute, Database, Files } from '../services.ts'

/** Files of one company that are taken in and read at a time: each may be large. */
const MAX_FILES = 4
const inPlace = ownPlaces<FoundAreas>(MAX_FILES)

/**
 * @throws Refusal PAYLOAD_TOO_LARGE, or GEOMETRY_INVALID with the fault's code as its one complaint
 * @throws TryLater when too many files of the company are being read already
 */
export const readAreas = (
  services: Database & Files & Pick<Compute, 'areaReader'>,
  caller: Caller,
  bytes: Readable,
  chosen: AreaImportOptions,
): Promise<FoundAreas> => inPlace(caller, () => takeIn(services, caller, bytes, chosen))

async function takeIn(
  { ids, dataDir, areaReader, room }: Parameters<typeof readAreas>[0],
  caller: Caller,
  bytes: Readable,
  chosen: AreaImportOptions,
): Promise<FoundAreas> {
  const folder = join(dataDir, 'tmp', ids.make('area'))
  const path = join(folder, 'given')
  try {
    await mkdir(folder, { recursive: true })
    await writeTemporary(room, path, bytes, atMost(MAX_AREA_FILE_BYTES, tooLarge))
    const line = await areaReader({ path, folder: join(folder, 'unpacked'), ...chosen }, caller)
    if ('read' in line) return line.read
    const { code, message, line: at } = line.fault
    throw new Refusal('GEOMETRY_INVALID', message, {
      complaints: [{ pointer: '', code, message, ...(at === undefined ? {} : { limit: at }) }],
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tooLarge = (): Refusal =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than ${MAX_AREA_FILE_BYTES / 1024 ** 2} MB. Simplify or split it.`,
  )
