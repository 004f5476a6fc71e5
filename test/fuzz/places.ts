/** Where damaged deliveries are read: folders deep in a sandbox, so that a name that climbs out is caught in it. */
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

export const HEALTHY = 'healthy.zip'
export const NEIGHBOUR = 'neighbour.zip'

export type CaseLine =
  | { begun: number; damage: readonly string[] }
  | { number: number; read: number; warnings: number }
  | { number: number; refused: string }
  | { number: number; fault: string }

export const placesIn = (sandbox: string) => ({
  input: join(sandbox, 'a/b/c/d/e/input'),
  data: join(sandbox, 'a/b/c/d/e/data'),
  temp: join(sandbox, 'a/b/c/d/e/temp'),
  /** Nothing may ever be here. */
  outside: join(sandbox, 'outside'),
})

/** Two small deliveries that overlap, where the simulated world has most of its classes, and the folders. */
export async function prepare(sandbox: string): Promise<void> {
  const { input, data, temp } = placesIn(sandbox)
  for (const folder of [input, data, temp]) mkdirSync(folder, { recursive: true })
  renameSync(await simulatedDelivery(temp, '22O000001', [154_900, 387_950, 154_980, 388_030]), join(input, HEALTHY))
  renameSync(await simulatedDelivery(temp, '22O000002', [154_930, 387_950, 155_010, 388_030]), join(input, NEIGHBOUR))
}

/** What is in the sandbox that should not be, after everything. */
export function strays(sandbox: string): string[] {
  const allowed = ['a/b/c/d/e/input', 'a/b/c/d/e/data', 'a/b/c/d/e/temp']
  return readdirSync(sandbox, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const plain = path.replaceAll('\\', '/')
    return !allowed.some((folder) => folder.startsWith(plain) || plain.startsWith(`${folder}/`))
  })
}
