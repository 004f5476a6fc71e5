/** klic serve: the server without a window, in the foreground, until Ctrl-C. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../config/databases.ts'
import { startChild } from '../platform/processes/child.ts'
import { print, tell } from './say.ts'

export const help = `klic serve [--port N] [--data DIR] [--registry simulator|eto|production] [--replay DIR] [--time-factor N]

  Runs the REST API, the worker and, when that is the registry, the simulator, on the loopback, until Ctrl-C.
  Prints {"ready": {"base_url", "window_token", ...}} when it listens; open base_url/#token=window_token for the window.
  On a server for others there is no token in it, since it would stay in a journal: klic token makes one.
  --port N          listen there, or fail (default: the first free port from 4780; 0: any)
  --data DIR        where jobs, deliveries and results are kept
  --registry        which registry to file with; remembered in the company's settings
  --replay DIR      the simulator answers with the delivery ZIPs in DIR where they overlap the requested area
  --time-factor N   how much faster the simulator works than the registry (default 60)

  With KLIC_ROLE=api or worker (and DATABASE_URL) it is one process of several that share the work; a worker takes --data.`

export async function run(argv: string[]): Promise<void> {
  // Parsed for its complaints only: the server parses them again.
  parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      registry: { type: 'string' },
      replay: { type: 'string' },
      'time-factor': { type: 'string' },
    },
  })
  const isWorker = readConfiguration().role === 'worker'
  await new Promise<void>((resolve) => {
    const server = startChild({
      entry: fileURLToPath(isWorker ? new URL('../work.ts', import.meta.url) : new URL('../start.ts', import.meta.url)),
      args: argv,
      onLine(line) {
        print(line)
        const ready = line.ready as { base_url?: string; log_file?: string } | undefined
        if (ready && isWorker) tell('A worker of KLIC Desktop is running. Ctrl-C stops it.')
        else if (ready) tell(`KLIC Desktop serves ${ready.base_url} (log: ${ready.log_file}). Ctrl-C stops it.`)
      },
      onWords: tell,
      onExit(code) {
        process.exitCode = code ?? 1
        resolve()
      },
    })
    const stop = () => void server.stop(15_000)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}
