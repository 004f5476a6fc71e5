/** What the worst that one company sends costs another: how long the other's same question takes before, and beside it. */
import { setTimeout as pause } from 'node:timers/promises'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { longDrawing } from './hostile-files.ts'
import { beatsAt, longestTurn } from './longest-turn.ts'
import { type Company, openTwoCompanies } from './two-companies.ts'
import { LINES_EXTENT, writeLines, writeZigzag, ZIGZAG_EXTENT } from './zigzag-result.ts'

export interface NeighbourRow {
  name: string
  /** Longest of the other company's calls, ms. */
  before: number
  beside: number
  /** Of those, how many were not answered well. */
  failed: number
  calls: number
  /** Of all that was sent: until its last answer, or until it was given up. */
  took: number
  /** How often each status was answered to it; 0: it hung up. */
  statuses: Record<number, number>
  /** Longest time of the processor between two turns of the event loop, ms. */
  turn: number
}

/** The worst is given up after this long. */
const PATIENCE_MS = 20_000
const CALLS_BEFORE = 10
const BETWEEN_MS = 50

const tilesOver = (jobId: string, zooms: readonly number[]): string[] => {
  const [minX, minY, maxX, maxY] = ZIGZAG_EXTENT
  const [left, top] = unitSquare(lngLatFromRd([minX, maxY]))
  const [right, bottom] = unitSquare(lngLatFromRd([maxX, minY]))
  return zooms.flatMap((z) => {
    const found: string[] = []
    const at = (value: number): number => Math.floor(value * 2 ** z)
    for (let x = at(left); x <= at(right); x++)
      for (let y = at(top); y <= at(bottom); y++) found.push(`/tiles/${jobId}/${z}/${x}/${y}.mvt`)
    return found
  })
}

/** @param beatsPort a free port of this computer */
export async function measureNeighbours(beatsPort: number): Promise<NeighbourRow[]> {
  const world = await openTwoCompanies(beatsAt(beatsPort))
  const measure = async (
    name: string,
    send: (gone: AbortSignal) => Promise<number>[],
    askOther: () => Promise<{ status: number; ms: number }>,
  ): Promise<NeighbourRow> => {
    let before = 0
    for (let i = 0; i < CALLS_BEFORE; i++) before = Math.max(before, (await askOther()).ms)
    await longestTurn(beatsPort)
    const hangUp = new AbortController()
    const giveUp = setTimeout(() => hangUp.abort(), PATIENCE_MS)
    const statuses: Record<number, number> = {}
    let isDone = false
    const begun = performance.now()
    const sent = Promise.all(
      send(hangUp.signal).map(async (one) => {
        const status = await one
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    ).then(() => {
      isDone = true
      return performance.now() - begun
    })
    let [beside, failed, calls] = [0, 0, 0]
    while (!isDone) {
      const { status, ms } = await askOther()
      beside = Math.max(beside, ms)
      calls++
      if (status >= 400 || status === 0) failed++
      await pause(BETWEEN_MS)
    }
    clearTimeout(giveUp)
    return { name, before, beside, failed, calls, took: await sent, statuses, turn: await longestTurn(beatsPort) }
  }
  try {
    const [one, other] = world.companies
    const ownJob = await other.addResult((path) => writeZigzag(path, 'line', 200), ZIGZAG_EXTENT)
    // Each is asked for once, so that none was kept: no figure is that of a cache.
    const fresh = tilesOver(ownJob, [17, 18, 19])
    const askTile = async () => other.ask('GET', fresh.pop()!)
    const tilesOf = (company: Company, jobId: string) => (gone: AbortSignal) =>
      tilesOver(jobId, [10, 11, 12, 13, 14, 15, 16]).map(
        async (path) => (await company.ask('GET', path, { gone })).status,
      )
    const rows: NeighbourRow[] = []
    for (const shape of ['line', 'ring'] as const) {
      const jobId = await one.addResult((path) => writeZigzag(path, shape, 400_000), ZIGZAG_EXTENT)
      rows.push(await measure(`tiles of a ${shape} of 400,000 corners`, tilesOf(one, jobId), askTile))
    }
    const linesJob = await one.addResult((path) => writeLines(path, 200_000), LINES_EXTENT)
    const site = `/dashboard/api/jobs/${linesJob}/site`
    rows.push(
      await measure(
        'the site package of 200,000 lines',
        (gone) => [one.ask('GET', site, { gone }).then(({ status }) => status)],
        () => other.ask('GET', `/dashboard/api/jobs/${ownJob}`),
      ),
    )
    const post = (company: Company, body: Buffer, gone?: AbortSignal) =>
      company.ask('POST', '/dashboard/api/areas', { body, type: 'application/octet-stream', ...(gone && { gone }) })
    const drawing = longDrawing()
    const corners = Buffer.from('155000 463000\n155100 463000\n155100 463100\n')
    rows.push(
      await measure(
        'areas of four drawings that take all the time there is',
        (gone) => Array.from({ length: 4 }, async () => (await post(one, drawing, gone)).status),
        () => post(other, corners),
      ),
    )
    return rows
  } finally {
    await world.close()
  }
}
