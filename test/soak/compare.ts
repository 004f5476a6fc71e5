/** The registry's ledger and our store, row by row. Every difference is one line; none is what the soak is for. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../server/platform/database/open.ts'
import { STANDARDS } from '../../server/registry/orders/standards.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { DEAD_LINK, type Plan } from './plan.ts'

const STATE_OF = { accepted: 'accepted', rejected: 'rejected', failed: 'undecided' } as const

export const isVersion3 = (body: string): boolean => body.includes(STANDARDS[3].valuePrefix)

export async function differences(
  ledger: SimulatorLedger,
  store: Store,
  plan: Plan,
  dataDir: string,
): Promise<string[]> {
  const found: string[] = []
  const say = (line: string): void => {
    found.push(line)
  }
  const { db } = store
  const orders = await db.selectFrom('registry_order').selectAll().execute()
  const jobs = await db.selectFrom('job').selectAll().execute()
  const parts = await db.selectFrom('part').selectAll().execute()
  const deliveries = await db.selectFrom('delivery').selectAll().execute()
  const filed = new Map(ledger.orders.map((order) => [order.postId, order]))
  const partByRequest = new Map(parts.map((part) => [part.gi_aanvraag_id, part]))

  if (jobs.length !== plan.jobs.length) say(`${plan.jobs.length} jobs were planned, ${jobs.length} are stored`)
  for (const row of orders) {
    const there = filed.get(row.post_id)
    if (!there) say(`order ${row.id} (${row.state}, sent ${row.sends} times) is not in the ledger`)
    else if (STATE_OF[there.verdict] !== row.state) say(`order ${row.id} is ${row.state} here, ${there.verdict} there`)
  }
  const known = new Set(orders.map((row) => row.post_id))
  for (const order of ledger.orders) {
    if (!known.has(order.postId)) say(`the ledger has an order ${order.postId} that nobody here knows`)
    if (order.verdict !== 'accepted') continue
    for (const request of order.requests) {
      const part = partByRequest.get(request.giAanvraagId)
      if (!part) say(`${request.giAanvraagId} was filed and belongs to no part`)
      else if (part.position !== request.position) say(`part ${part.id} has position ${part.position}`)
      else if (part.klic_number !== null && part.klic_number !== request.klicNumber) {
        say(`part ${part.id} has number ${part.klic_number}, the ledger ${request.klicNumber}`)
      }
    }
  }
  for (const row of orders) {
    const submittedAt = jobs.find(({ id }) => id === row.job_id)?.submitted_at ?? ''
    const isNew = dutchDate(Date.parse(submittedAt)) >= plan.version3From
    if (isVersion3(row.body) !== isNew) say(`order ${row.id} of ${submittedAt} is in another version of the standards`)
  }
  const accepted = new Set<string>()
  for (const row of orders.filter(({ state }) => state === 'accepted')) {
    const key = `${row.job_id} ${row.order_index}`
    if (accepted.has(key)) say(`order ${key} was filed twice`)
    accepted.add(key)
  }
  const ours = parts.filter((part) => part.gi_aanvraag_id !== null).length
  if (ours !== ledger.notifications) say(`${ledger.notifications} notifications are billed, ${ours} are ours`)

  const dead = new Set(jobs.filter(({ reference }) => reference === DEAD_LINK).map(({ id }) => id))
  for (const job of jobs) {
    const ends = dead.has(job.id) ? ['failed'] : ['ready', 'ready_incomplete', 'rejected']
    if (!ends.includes(job.status)) say(`${job.id} (${job.reference}) ended as ${job.status}: ${job.failure}`)
    if (job.warnings !== '[]') say(`${job.id} still says ${job.warnings}`)
    const isRejected = job.reference?.includes('reject') === true
    if (isRejected !== (job.status === 'rejected')) say(`${job.id} (${job.reference}) ended as ${job.status}`)
  }
  for (const part of parts) {
    const own = deliveries.filter((delivery) => delivery.part_id === part.id)
    if (dead.has(part.job_id)) {
      const code = JSON.parse(part.errors)[0]?.code
      if (part.status !== 'failed' || code !== 'NOT_DELIVERED') say(`${part.id} ended as ${part.status} (${code})`)
      if (own.some(({ path }) => path !== null)) say(`${part.id} has a file of a link that is dead`)
      continue
    }
    const newest = own.sort((a, b) => b.sequence - a.sequence)[0]
    if (part.status === 'delivered' && newest?.complete !== 1)
      say(`${part.id} is delivered without a complete delivery`)
    if (!['delivered', 'safety_area', 'rejected'].includes(part.status)) say(`${part.id} ended as ${part.status}`)
    for (const delivery of own) {
      if (delivery.path === null || !existsSync(join(dataDir, delivery.path))) say(`${delivery.id} has no file`)
      else if (hashOf(join(dataDir, delivery.path)) !== delivery.sha256) say(`${delivery.id} has another hash`)
    }
  }
  return found
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
