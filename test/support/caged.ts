/** The cage of this machine, tried once for all tests of a process: a trial loads all native code. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cage, cageIn } from '../../server/features/cage.ts'
import { serverEntry } from './server-entry.ts'

const tryOnce = (): Promise<Cage> => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-cage-'))
  return cageIn(serverEntry('caged'), folder)().finally(() => rmSync(folder, { recursive: true, force: true }))
}
let tried: Promise<Cage> | undefined

export const cage = (): Promise<Cage> => (tried ??= tryOnce())
