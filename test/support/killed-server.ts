/** A job on a real server whose processes are killed while it goes on. */
import assert from 'node:assert/strict'
import type { Job } from '../../server/features/jobs/schema.ts'
import { isAlive, RealServer } from './real-server.ts'
import { until } from './until.ts'

export async function onServer(act: (server: RealServer) => Promise<void>): Promise<void> {
  const server = await new RealServer().open()
  try {
    await act(server)
  } finally {
    await server.close()
  }
}

const stateOf = (job: Job): string =>
  [job.status, ...job.parts.map((part) => `${part.status} ${part.klic_number}`)].join()

/** Submits a job, and calls `kill` at those changes of its state that are chosen by their number, from 1. */
export async function submitAndKill(
  server: RealServer,
  kill: () => Promise<void>,
  isChosen: (change: number) => boolean,
): Promise<{ job: Job; killed: number }> {
  const { json, status } = await server.post('/jobs', {
    klic_type: 'ORIENT',
    submit: true,
    reference: 'Kill',
    geometry: STRIP,
  })
  assert.equal(status, 202)
  let seen = ''
  let [changes, killed] = [0, 0]
  let job = json
  await until(async () => {
    job = await server.job(json.job_id)
    if (stateOf(job) !== seen) {
      seen = stateOf(job)
      if (isChosen(++changes)) {
        killed++
        await kill()
      }
    }
    return job.status === 'ready' || job.status === 'failed' || job.status === 'rejected'
  })
  return { job, killed }
}

/** Three ORIENT parts. */
export const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [150_000, 386_000],
      [156_500, 386_000],
      [156_500, 386_150],
      [150_000, 386_150],
      [150_000, 386_000],
    ],
  ],
}

/** Kills the worker at the chosen changes of a job. @returns how often it was */
export async function killWorker(isChosen: (change: number) => boolean): Promise<number> {
  let died = 0
  await onServer(async (server) => {
    const kill = async () => {
      const { length } = server.workerPids
      server.killWorker()
      await until(() => server.workerPids.length > length)
    }
    const { job, killed } = await submitAndKill(server, kill, isChosen)
    died = killed
    assert.equal(job.status, 'ready')
    assert.equal(job.parts.length, 3)
    const ledger = await server.ledger()
    assert.equal(ledger.notifications, 3)
    assert.deepEqual(
      ledger.orders.map((order) => order.verdict),
      ['accepted'],
    )
  })
  return died
}

/** The same with the API, which takes its children along. */
export async function killServer(isChosen: (change: number) => boolean): Promise<number> {
  let died = 0
  await onServer(async (server) => {
    const kill = async () => {
      const worker = server.workerPids.at(-1)!
      server.killServer()
      await until(() => !isAlive(worker))
      await server.start()
    }
    const { job, killed } = await submitAndKill(server, kill, isChosen)
    died = killed
    assert.equal(job.status, 'ready')
    assert.equal((await server.ledger()).notifications, 3)
  })
  return died
}
