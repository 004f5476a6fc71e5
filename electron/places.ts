/** Where the shell finds the server and keeps its data. Electron-free, so that the browser start uses the same places. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ServerCommand } from './supervise.ts'

export interface Surroundings {
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
  home: string
  /** What follows the program on the command line. */
  args: readonly string[]
}

/**
 * The application's data folder: --data DIR, else KLIC_DATA, else where this system keeps such things. The same places as
 * the server's own (server/platform/processes/data-folder.ts), since other programs look there; a test compares them.
 */
export const dataFolder = ({ env, platform, home, args }: Surroundings): string => {
  const at = args.indexOf('--data')
  const asked = (at >= 0 ? args[at + 1] : undefined) ?? env.KLIC_DATA
  if (asked) return path.resolve(asked)
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'KLIC Desktop')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'KLIC Desktop')
  return path.join(env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), 'klic-desktop')
}

const logFileIn = (data: string): string => path.join(data, 'logs', 'server.log')

/**
 * Where the server's Node keeps compiled what it runs, so that the next start is faster: a folder for each build, of
 * which the server leaves only the one that runs (server/platform/processes/compiled.ts).
 */
const compiledIn = (data: string, script: string): string => {
  const builtAt = fs.statSync(script, { throwIfNoEntry: false })?.mtimeMs
  const build = createHash('sha256').update(`${script} ${builtAt}`).digest('hex').slice(0, 16)
  return path.join(data, 'cache', 'compiled', build)
}

/** Variables that would make the server another program than the one that was tested. */
const NOT_FOR_THE_SERVER = /^(?:NODE_OPTIONS|NODE_PATH|ELECTRON_.*)$/i

/** A whole number after --port; undefined when nobody asked. */
export const askedPort = ({ args }: Pick<Surroundings, 'args'>): number | undefined => {
  const at = args.indexOf('--port')
  const port = at >= 0 ? Number(args[at + 1]) : Number.NaN
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : undefined
}

export interface ServerExtras {
  /** Without one the server takes the first that is free. */
  port?: number
  env?: Record<string, string>
}

/** Megabytes of each half of the space for young objects, as in all processes of the server (server/platform/processes/child.ts). */
const YOUNG_MB = 16

/** @param node the stock Node that runs the server; never Electron's own */
export const serverCommand = (
  node: string,
  script: string,
  around: Surroundings,
  { port = askedPort(around), env = {} }: ServerExtras = {},
): ServerCommand & { data: string } => {
  const data = dataFolder(around)
  return {
    command: node,
    args: [
      `--max-semi-space-size=${YOUNG_MB}`,
      script,
      '--data',
      data,
      ...(port === undefined ? [] : ['--port', String(port)]),
    ],
    // Above dist/server.
    cwd: path.resolve(script, '..', '..', '..'),
    env: {
      ...Object.fromEntries(Object.entries(around.env).filter(([name]) => !NOT_FOR_THE_SERVER.test(name))),
      NODE_COMPILE_CACHE: compiledIn(data, script),
      ...env,
    },
    logFile: logFileIn(data),
    data,
  }
}
