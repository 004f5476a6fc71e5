/**
 * klic demo: the whole way on real processes and free loopback ports. Two areas, an ORIENT and a GRAAF of several parts
 * each, go from quote to files as any client would take them: over the REST API with a key.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { countOf } from '../cut/quote.ts'
import { readableName } from '../exports/file-name.ts'
import { EXPORT_FORMATS } from '../exports/result-formats.ts'
import type { JobInput } from '../features/jobs/input-schema.ts'
import { Job } from '../features/jobs/schema.ts'
import { extentOf } from '../geometry/flat.ts'
import type { Extent } from '../geometry/geometry.ts'
import { REGISTRY_LIMITS } from '../geometry/registry-limits.ts'
import type { ConversionResult } from '../imkl/model/conversion-task.ts'
import { type Child, startChild } from '../platform/processes/child.ts'
import { isDownloadable, isMoving } from '../registry/klic.ts'
import { addWorkingDays, dutchDate } from '../registry/working-days.ts'
import { indexReplay } from '../simulator/delivery/replay.ts'
import { demoTable } from './demo-table.ts'
import { makeKey } from './keys.ts'
import { tell, Usage } from './say.ts'

export const help = `klic demo [--replay DIR] [--out DIR] [--time-factor N]

  Starts everything on free loopback ports with the registry simulator, makes an ORIENT and a GRAAF job of several
  parts each, submits them, waits until they are ready, downloads all formats, prints one table, and stops it all.
  --replay DIR      the simulator answers with the delivery ZIPs in DIR; the areas are chosen over them
  --out DIR         keep the downloaded files there (default: a temporary folder that is removed)
  --time-factor N   how much faster the simulator works than the registry (default 240)`

type NewJob = z.input<typeof JobInput>
type Kind = NewJob['klic_type']

/** South of Best (Noord-Brabant): a strip over four kilometres, and an L of streets where one operator is late. */
const ORIENT_AREA: [number, number][] = [
  [151_500, 388_900],
  [154_900, 385_400],
  [155_600, 386_000],
  [152_200, 389_500],
]
const GRAAF_AREA: [number, number][] = [
  [152_300, 385_200],
  [153_500, 385_200],
  [153_500, 385_500],
  [152_700, 385_500],
  [152_700, 385_900],
  [152_300, 385_900],
]
/** An area over replayed deliveries reaches this far beyond one part, so that the job has several. */
const BEYOND_ONE_PART = 1.2

const MAX_MS = 10 * 60_000
const LOOK_EVERY_MS = 400

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { replay: { type: 'string' }, out: { type: 'string' }, 'time-factor': { type: 'string', default: '240' } },
  })
  if (!(Number(values['time-factor']) > 0)) throw new Usage('--time-factor must be a number above 0.')
  const since = performance.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'klic-demo-'))
  const outDir = values.out ? resolve(values.out) : join(dataDir, 'out')
  await mkdir(outDir, { recursive: true })
  let server: Child | undefined
  try {
    const areas = values.replay ? await areasOver(values.replay) : { ORIENT: ORIENT_AREA, GRAAF: GRAAF_AREA }
    const started = await startServer([
      ...['--data', dataDir, '--port', '0', '--registry', 'simulator', '--time-factor', values['time-factor']],
      ...(values.replay ? ['--replay', resolve(values.replay)] : []),
    ])
    server = started.server
    tell(`Server with simulator and worker: ${started.baseUrl}`)
    const { secret } = await makeKey(dataDir, 'Demo', ['read', 'write'])
    const client = clientFor(started.baseUrl, secret)
    const asked = [client.create(orient(areas.ORIENT)), client.create(graaf(areas.GRAAF))]
    const jobs = await Promise.all(asked)
    for (const job of jobs) {
      tell(`${job.klic_type}: ${countOf(job.parts.length)}, EUR ${job.quote.total.amount}. ${job.quote.explanation}`)
    }
    const ready = await client.follow(jobs.map((job) => job.job_id))
    const results = []
    for (const job of ready) results.push({ job, files: await client.download(job, outDir) })
    process.stdout.write(`${await demoTable(results, values.out ? outDir : null, performance.now() - since)}\n`)
    const failed = ready.filter((job) => !isDownloadable(job.status))
    if (failed.length > 0) throw new Error(failed.map((job) => `${job.job_id}: ${job.next_action_message}`).join('\n'))
  } finally {
    await server?.stop(15_000)
    await rm(dataDir, { recursive: true, force: true })
  }
}

const polygon = (corners: [number, number][]) => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]!]],
})

const orient = (corners: [number, number][]): NewJob => ({
  geometry: polygon(corners),
  klic_type: 'ORIENT',
  reference: 'Demo orientatie',
  submit: true,
})

const graaf = (corners: [number, number][]): NewJob => ({
  geometry: polygon(corners),
  klic_type: 'GRAAF',
  reference: 'Demo graafmelding',
  start_date: addWorkingDays(dutchDate(Date.now()), 5),
  submit: true,
})

/** For each kind a rectangle over the largest group of its deliveries that lie together, wide enough for several parts. */
async function areasOver(folder: string): Promise<Record<Kind, [number, number][]>> {
  const deliveries = await indexReplay(resolve(folder))
  if (deliveries.length === 0) throw new Usage(`There is no delivery ZIP in ${folder}.`)
  const placed = deliveries.map(({ ring, klicNumber }) => ({
    kind: klicNumber.at(2) === 'O' ? 'ORIENT' : 'GRAAF',
    extent: extentOf(ring),
  }))
  const over = (kind: Kind): [number, number][] => {
    const own = placed.filter((one) => one.kind === kind)
    const extents = (own.length > 0 ? own : placed).map((one) => one.extent)
    const side = REGISTRY_LIMITS[kind].partSideM
    const groups = extents.map((first) => around(extents.filter((other) => distance(first, other) < side)))
    const largest = groups.reduce((best, group) => (size(group) > size(best) ? group : best))
    const width = Math.max(largest.maxX - largest.minX, Math.round(side * BEYOND_ONE_PART))
    return [
      [largest.minX, largest.minY],
      [largest.minX + width, largest.minY],
      [largest.minX + width, largest.maxY],
      [largest.minX, largest.maxY],
    ]
  }
  return { ORIENT: over('ORIENT'), GRAAF: over('GRAAF') }
}

const distance = (a: Extent, b: Extent): number =>
  Math.max(a.minX - b.maxX, b.minX - a.maxX, a.minY - b.maxY, b.minY - a.maxY, 0)

const size = (extent: Extent): number => (extent.maxX - extent.minX) * (extent.maxY - extent.minY)

const around = (extents: Extent[]): Extent => ({
  minX: Math.min(...extents.map((extent) => extent.minX)),
  minY: Math.min(...extents.map((extent) => extent.minY)),
  maxX: Math.max(...extents.map((extent) => extent.maxX)),
  maxY: Math.max(...extents.map((extent) => extent.maxY)),
})

function startServer(args: string[]): Promise<{ server: Child; baseUrl: string }> {
  return new Promise((resolve, reject) => {
    const server = startChild({
      entry: fileURLToPath(new URL('../start.ts', import.meta.url)),
      args,
      onLine(line) {
        const ready = line.ready as { base_url: string } | undefined
        if (ready) resolve({ server, baseUrl: ready.base_url })
      },
      onWords: tell,
      onExit: (code) => reject(new Error(`The server ended before it was ready (code ${code})`)),
    })
  })
}

function clientFor(baseUrl: string, secret: string) {
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' }
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(path.startsWith('http') ? path : `${baseUrl}/api/v1${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const jobAt = async (path: string, init?: RequestInit): Promise<Job> =>
    Job.parse(await (await call(path, init)).json())
  const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return {
    create: (input: NewJob) => jobAt('/jobs', { method: 'POST', body: JSON.stringify(input) }),

    /** Shows every change until none moves any more. */
    async follow(jobIds: string[]): Promise<Job[]> {
      const shown = new Map<string, string>()
      const end = performance.now() + MAX_MS
      for (;;) {
        const jobs = await Promise.all(jobIds.map((jobId) => jobAt(`/jobs/${jobId}`)))
        for (const job of jobs) {
          const line = `${job.klic_type}: ${job.status}, ${job.progress.delivered} of ${job.progress.total} delivered`
          if (shown.get(job.job_id) !== line) tell(line)
          shown.set(job.job_id, line)
        }
        if (jobs.every((job) => !isMoving(job.status))) return jobs
        if (performance.now() > end) throw new Error('The demo did not come to its end within ten minutes')
        await pause()
      }
    },

    async download(job: Job, folder: string): Promise<ConversionResult['artifacts']> {
      const links = job.links.export
      if (!links) return []
      const files: ConversionResult['artifacts'] = []
      for (const format of EXPORT_FORMATS) {
        let answer = await call(links[format])
        while (answer.status === 202) {
          await pause()
          answer = await call(links[format])
        }
        const bytes = Buffer.from(await answer.arrayBuffer())
        // Under the name that the server gives it: the QGIS project inside a GeoPackage goes by it.
        const name = /filename="([^"/\\]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
        const path = join(folder, name ?? readableName(job.klic_type.toLowerCase(), format))
        await writeFile(path, bytes)
        files.push({ format, path, bytes: bytes.length, sha256: answer.headers.get('x-service-sha256') ?? '' })
      }
      return files
    },
  }
}
