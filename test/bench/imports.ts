/**
 * How soon a delivery that somebody has is on the map after it was dropped: the largest of the shared ones, sent to the server
 * as the window sends it, until the result's first tile is there. On a machine that others use, time says little; so it is
 * the processor's time of all processes of the server that is held against `klic merge` of the same file, in turn, in one run.
 *
 *   npm run bench -- imports [rounds, default 3] [ZIP]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { median } from '../support/median.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { shared } from '../support/shared.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const zip = process.argv[3] ?? shared('deliveries/Levering_22O000517_1.zip')
const LOOK_EVERY_MS = 200
/** The server's processes have started, and do nothing but look for work. */
const SETTLED_MS = 6000
const GOAL = { seconds: 5, ratio: 1.5 }

interface Spent {
  seconds: number
  /** Of a processor, in seconds */
  cpu: number
}

/** Seconds of a processor that a process, its children, and what they started took, ended ones too. Linux only. */
function cpuOf(pid: number): number {
  const parents = new Map<number, number[]>()
  const took = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // After the name in brackets: the parent is the second field, utime to cstime are the twelfth to fifteenth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const parent = Number(fields[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
      took.set(Number(name), fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100)
    } catch {
      // It has just ended: its parent has its time.
    }
  }
  const all = (one: number): number =>
    (parents.get(one) ?? []).reduce((sum, child) => sum + all(child), took.get(one) ?? 0)
  return all(pid)
}

/** From the first byte to each step. */
async function dropped(file: string): Promise<Record<'answered' | 'ready' | 'onTheMap', Spent>> {
  const server = await new RealServer(['--registry', 'production']).open()
  try {
    const { below, headers } = await asWindow(server)
    while (server.workerPids.length === 0) await pause(LOOK_EVERY_MS)
    await pause(SETTLED_MS)
    const body = readFileSync(file)
    const began = performance.now()
    const before = cpuOf(server.pid)
    const spent = (): Spent => ({ seconds: (performance.now() - began) / 1000, cpu: cpuOf(server.pid) - before })
    const answer = await fetch(`${below}/imports?name=${basename(file)}`, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    })
    const { job } = ImportResult.parse(await answer.json())
    const answered = spent()
    const look = async () => Job.parse(await (await fetch(`${below}/jobs/${job.job_id}`, { headers })).json())
    let now = await look()
    while (now.status === 'processing') {
      await pause(LOOK_EVERY_MS)
      now = await look()
    }
    if (now.status !== 'ready') throw new Error(`The job is ${now.status}`)
    const ready = spent()
    await firstTile(server, job.job_id)
    return { answered, ready, onTheMap: spent() }
  } finally {
    await server.close()
  }
}

async function firstTile(server: RealServer, jobId: string): Promise<void> {
  const tiles = `${server.ready.local_url}/tiles/${jobId}`
  const get = async (path: string) => {
    const answer = await fetch(`${tiles}/${path}`, { headers: { 'X-API-Key': server.secret } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer
  }
  const { bounds } = (await (await get('tile.json')).json()) as { bounds: [number, number, number, number] }
  const [x, y] = unitSquare([(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2])
  await get(`16/${Math.floor(x * 2 ** 16)}/${Math.floor(y * 2 ** 16)}.mvt`)
}

/** `klic merge` of the same, in processes of its own. */
function merged(file: string, folder: string): Spent {
  const before = cpuOfEnded()
  const began = performance.now()
  const out = join(folder, 'merged.gpkg')
  rmSync(out, { force: true })
  execFileSync(process.execPath, [serverEntry('klic'), 'merge', '--out', out, file], { stdio: 'ignore' })
  return { seconds: (performance.now() - began) / 1000, cpu: cpuOfEnded() - before }
}

function cpuOfEnded(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

// What ends in a sandbox is counted for nobody.
process.env.PATH = '/nowhere'

if (!zip) throw new Error('The example deliveries (../shared/deliveries) are not here: name a ZIP')
const folder = mkdtempSync(join(tmpdir(), 'klic-bench-imports-'))
console.log(`${basename(zip)}, load ${loadavg()[0]!.toFixed(1)}, ${ROUNDS} rounds, medians`)
try {
  const drops: Awaited<ReturnType<typeof dropped>>[] = []
  const merges: Spent[] = []
  for (let round = 0; round < ROUNDS; round++) {
    drops.push(await dropped(zip))
    merges.push(merged(zip, folder))
  }
  const show = (name: string, list: readonly Spent[]): void =>
    console.log(
      `${name}: ${median(list.map(({ seconds }) => seconds)).toFixed(2)} s, of a processor ${median(list.map(({ cpu }) => cpu)).toFixed(2)} s`,
    )
  show('klic merge', merges)
  show(
    'dropped until it is taken up',
    drops.map(({ answered }) => answered),
  )
  show(
    'dropped until the result is there',
    drops.map(({ ready }) => ready),
  )
  show(
    'dropped until the first tile',
    drops.map(({ onTheMap }) => onTheMap),
  )
  const cpu = median(drops.map(({ onTheMap }) => onTheMap.cpu)) / median(merges.map((each) => each.cpu))
  const seconds = median(drops.map(({ onTheMap }) => onTheMap.seconds))
  const verdict = (value: number, goal: number) =>
    `${value.toFixed(2)} (goal ${goal}: ${value <= goal ? 'met' : 'MISSED'})`
  console.log(`processor's time of the whole way, klic merge = 1: ${verdict(cpu, GOAL.ratio)}`)
  console.log(`seconds until the first tile: ${verdict(seconds, GOAL.seconds)}`)
  if (cpu > GOAL.ratio) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
