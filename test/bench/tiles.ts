/**
 * Vector tiles of a result of 100,000 features, over HTTP: how soon the first comes after a job is opened, and how long
 * one of eight readers waits for each of the tiles that a person looks at. Nothing is kept from one reader to the next
 * but what the server itself keeps; the event loop must stay free meanwhile.
 * Run: node test/bench/tiles.ts [features]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { openReadyJobs } from '../support/ready-jobs.ts'

const READERS = 8
const GOAL_P99_MS = 50
const GOAL_LOOP_MS = 20
const features = Number(process.argv[2] ?? 100_000)

const { world, addLarge, close } = await openReadyJobs()
const job = await addLarge(features)
console.log(`${job.features} features`)

const get = async (path: string): Promise<number> => {
  const started = performance.now()
  const answer = await fetch(`${world.baseUrl}/tiles/${job.jobId}/${path}`, {
    headers: { 'X-API-Key': world.keys.read },
  })
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`${path}: ${answer.status}`)
  await answer.bytes()
  return performance.now() - started
}

const [minX, minY, maxX, maxY] = job.extent
const tileAt = (z: number, x: number, y: number): string => {
  const [column, row] = unitSquare(lngLatFromRd([x, y]))
  return `${z}/${Math.floor(column * 2 ** z)}/${Math.floor(row * 2 ** z)}.mvt`
}

const middle = tileAt(16, (minX + maxX) / 2, (minY + maxY) / 2)
const styled = performance.now()
await get('style.json')
await get(middle)
console.log(`style and first tile of a job that nobody had opened: ${(performance.now() - styled).toFixed(0)} ms`)

/** Every tile of the zooms at which a result is looked at, from far off to a street. */
const wanted = new Set<string>()
for (let z = 10; z <= 19; z++) {
  const stepM = (40_075_017 * 0.61) / 2 ** z
  for (let x = minX; x <= maxX; x += stepM) for (let y = minY; y <= maxY; y += stepM) wanted.add(tileAt(z, x, y))
}
/** Enough that one in a hundred is a figure. */
const SAMPLE = 3000

/** An order of no meaning, always the same. */
const rank = (path: string): number => (Number(path.replace(/\D/g, '')) * 7919) % 104_729

const loop = monitorEventLoopDelay({ resolution: 1 })
const sample = [...wanted].toSorted((a, b) => rank(a) - rank(b)).slice(0, SAMPLE)
const read = async (what: string, paths: readonly string[]): Promise<void> => {
  const queue = [...paths]
  const times: number[] = []
  loop.reset()
  loop.enable()
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) times.push(await get(path))
    }),
  )
  loop.disable()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  const verdict = (ms: number, goal: number) => `${ms.toFixed(1)} ms (goal ${goal}: ${ms < goal ? 'met' : 'MISSED'})`
  console.log(
    `${what}: ${times.length}, ${READERS} readers: p50 ${at(0.5).toFixed(1)} ms, p99 ${verdict(at(0.99), GOAL_P99_MS)}, ` +
      `longest ${at(1).toFixed(0)} ms; event loop p99.9 ${verdict(loop.percentile(99.9) / 1e6, GOAL_LOOP_MS)}`,
  )
}
// What this machine gives at the moment, without a tile: the figures below are to be read beside it.
await read('only the description of the tiles', Array<string>(SAMPLE).fill('tile.json'))
await read('tiles, made when asked for', sample)
await read('tiles, a second time', sample)
await close()
