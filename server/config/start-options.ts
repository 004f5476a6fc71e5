/** What a server was asked for on its command line. */
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { defaultDataFolder } from '../platform/processes/data-folder.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../registry/klic.ts'

/** As klic says them. */
const WRONG_USE = 2
const NOT_NOW = 4
const HIGHEST_PORT = 65_535

export interface StartOptions {
  dataDir: string
  /** 0: any; undefined: the first that is free */
  port: number | undefined
  /** To be remembered in the settings */
  registry: RegistryEnvironment | undefined
  timeFactor: number | undefined
  replay: string | undefined
}

/** What can't be meant ends the process, in words. @param configuredPort where none is asked for */
export async function readStartOptions(configuredPort: number | null): Promise<StartOptions> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      registry: { type: 'string' },
      replay: { type: 'string' },
      'time-factor': { type: 'string' },
    },
  })
  const registry = REGISTRY_ENVIRONMENTS.find((each) => each === values.registry)
  if (values.registry !== undefined && !registry) {
    fail(`--registry must be one of ${REGISTRY_ENVIRONMENTS.join(', ')}`, WRONG_USE)
  }
  if (values.port !== undefined && !(/^\d+$/.test(values.port) && Number(values.port) <= HIGHEST_PORT)) {
    fail(`--port ${values.port} is no port: give a number from 0 (any) to ${HIGHEST_PORT}.`, WRONG_USE)
  }
  const timeFactor = values['time-factor'] === undefined ? undefined : Number(values['time-factor'])
  if (timeFactor !== undefined && !(timeFactor > 0)) fail('--time-factor must be a number above 0', WRONG_USE)
  const { replay } = values
  if (replay && !(await stat(replay).catch(() => undefined))?.isDirectory()) {
    fail(`--replay ${replay} is no folder: name the one that holds the delivery ZIPs.`, NOT_NOW)
  }
  const port = values.port === undefined ? (configuredPort ?? undefined) : Number(values.port)
  return { dataDir: values.data ?? defaultDataFolder(), port, registry, timeFactor, replay }
}

/** Ends the process with words for people. */
export function fail(message: string, code = NOT_NOW): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
