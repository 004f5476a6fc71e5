/**
 * The simulated registry as a process of its own.
 *   node server/simulate.ts --data DIR [--port 0] [--replay DIR] [--time-factor N] [--density N] [--jwks FILE]
 * Prints one line {"ready":{"url":...}} when it listens. Ends on SIGTERM or SIGINT, and, with KLIC_PARENT=pipe in the
 * environment, when its standard input closes, because then its parent is gone.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { installRdGrid } from './geometry/install-grid.ts'
import { makeForOwnerOnly } from './platform/processes/folder-permissions.ts'
import { startSimulator } from './simulator/server.ts'

makeForOwnerOnly()

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    replay: { type: 'string' },
    'time-factor': { type: 'string', default: '60' },
    density: { type: 'string', default: '1' },
    jwks: { type: 'string' },
  },
})
if (!values.data) {
  process.stderr.write('Say where the simulator keeps its ledger: --data DIR\n')
  process.exit(2)
}

const simulator = await startSimulator({
  folder: values.data,
  port: Number(values.port),
  timeFactor: Number(values['time-factor']),
  density: Number(values.density),
  grid: await installRdGrid(),
  ...(values.jwks ? { jwks: JSON.parse(readFileSync(values.jwks, 'utf8')) } : {}),
  ...(values.replay ? { replayFolder: values.replay } : {}),
})

let isStopping = false
const stop = (): void => {
  if (isStopping) return
  isStopping = true
  void simulator.stop().finally(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
if (process.env.KLIC_PARENT === 'pipe') {
  process.stdin.on('end', stop)
  process.stdin.on('close', stop)
  process.stdin.resume()
}
process.stdout.write(`${JSON.stringify({ ready: { url: simulator.url } })}\n`)
