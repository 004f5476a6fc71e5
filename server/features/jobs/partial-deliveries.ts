/** What has come of a job that waits for more: which operators are still silent, and who demands precautions already. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ResultSummary } from '../../imkl/model/conversion-task.ts'
import { operatorsTogether } from '../../imkl/model/operators.ts'
import type { Caller, Database } from '../services.ts'
import { getJob } from './get-job.ts'
import { readDeliveriesOfJob } from './rows/deliveries.ts'

/** @throws Refusal NOT_FOUND */
export async function partialDeliveries(services: Database, caller: Caller, jobId: string) {
  const { parts } = await getJob(services, caller, jobId)
  const read = []
  for (const delivery of await readDeliveriesOfJob(services.store, jobId)) {
    // One that was read with others, for a result: what it says by itself follows.
    if (delivery.summary === null) continue
    const part = parts.find(({ orderId }) => orderId === delivery.order_id)!
    read.push({ delivery, part, summary: JSON.parse(delivery.summary) as ResultSummary })
    // A summary may have megabytes: others get their turn before the next is parsed.
    await nextTurn()
  }
  return {
    deliveries: read.map(({ delivery, part, summary }) => ({
      partNo: part.partNo,
      orderId: part.orderId,
      klicNumber: part.klicNumber,
      sequence: delivery.sequence,
      complete: delivery.complete === 1,
      receivedAt: delivery.received_at!,
      features: summary.features,
    })),
    operators: operatorsTogether(read.map(({ summary }) => summary.operators)),
    precautions: read.reduce((sum, { summary }) => sum + summary.precautions, 0),
  }
}
