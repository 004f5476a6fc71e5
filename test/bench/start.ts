/** npm run bench -- start: how long the server takes to be ready, and to end, as ratios to starting a bare Node. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { RealServer } from '../support/real-server.ts'

const ROUNDS = 5

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await act()
  return performance.now() - since
}

const bare: number[] = []
const ready: number[] = []
const ended: number[] = []
const server = await new RealServer().open()
await server.stop()
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit')))
  ready.push(await timed(() => server.start()))
  ended.push(await timed(() => server.stop()))
}
await server.close()

const line = (name: string, values: number[]): string =>
  `${name.padEnd(24)} ${median(values).toFixed(0).padStart(6)} ms  ${(median(values) / median(bare)).toFixed(1).padStart(6)} x`
process.stdout.write(
  `${[`medians of ${ROUNDS}`, line('bare Node, start to end', bare), line('server to ready', ready), line('server to its end', ended)].join('\n')}\n`,
)
