/**
 * The processes of the server as tests start them: from the sources, or from the bundle that is delivered, where
 * KLIC_SERVER names its folder. `npm test` does; a single file, run by hand, tests the sources as they are now.
 */
import { join } from 'node:path'

export type ServerProcess = 'start' | 'work' | 'caged' | 'simulate' | 'klic'

export const serverEntry = (name: ServerProcess): string =>
  process.env.KLIC_SERVER
    ? join(process.env.KLIC_SERVER, `${name}.js`)
    : join(import.meta.dirname, '..', '..', 'server', `${name}.ts`)
