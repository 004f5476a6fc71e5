/**
 * Ten thousand requests made from the schemas of the routes (requests.ts), each answered within five seconds as its route
 * says; and ten thousand damaged deliveries: each must be refused in words or read with its account complete, within ten seconds,
 * and leave nothing where it does not belong. Options: --seed, --deliveries, --requests, --from (the first of
 * either; to look at one again). One line at the end of each, and one for each that did harm; exit code 1 when there was one.
 */
import { parseArgs } from 'node:util'
import { openWithSimulator } from '../support/simulated-world.ts'
import { sendDrawn, TARGETS } from './requests.ts'
import { readDamaged } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261121' },
    deliveries: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
  },
})
const [seed, deliveries, requests, from] = [values.seed, values.deliveries, values.requests, values.from].map(
  Number,
) as [...[number, number, number, number]]
const MAX_MS = 5000

const ends: (() => unknown)[] = []
const { world } = await openWithSimulator({ after: (end) => ends.push(end as () => unknown) })
const sent = await sendDrawn(world, seed, from, requests, { mostMs: MAX_MS })
for (const end of ends.reverse()) await end()
for (const { number, call, fault } of sent.faults)
  process.stdout.write(`--from ${number} --requests 1 --deliveries 0 (${call}): ${fault}\n`)
process.stdout.write(
  `fuzz seed=${seed}: ${sent.sent} requests to ${TARGETS.length} routes: ` +
    `${[...sent.byStatus].map(([status, count]) => `${count} x ${status}`).join(', ')}; ` +
    `${sent.faults.length} faults; slowest ${(sent.slowestMs / 1000).toFixed(2)} s\n`,
)

const never = TARGETS.filter(({ name }) => !sent.reached.has(name)).map(({ name }) => name)
process.stdout.write(`fuzz seed=${seed}: never answered with success: ${never.join(', ') || 'none'}\n`)

let done = 0
const started = performance.now()
const onCase = (): void => {
  done++
  if (process.stderr.isTTY && done % 100 === 0) process.stderr.write(`\r${done}`)
}
const tally = await readDamaged(seed, from, deliveries, { onCase })
for (const { number, damage, fault } of tally.faults)
  process.stdout.write(`--from ${number} --deliveries 1 (${damage.join(', ')}): ${fault}\n`)
process.stdout.write(
  `fuzz seed=${seed}: ${tally.tried} damaged deliveries in ${((performance.now() - started) / 1000).toFixed(0)} s: ` +
    `${tally.read} read (${tally.withWarnings} with more to report than that they are test data), ${tally.refused} refused, ` +
    `${tally.faults.length} did harm; slowest ${(tally.slowestMs / 1000).toFixed(2)} s\n`,
)
process.exitCode = tally.faults.length + sent.faults.length === 0 ? 0 : 1
