/** The thread of survey-pool.ts: one survey after the other. A refusal crosses the border as data. */
import { parentPort, workerData } from 'node:worker_threads'
import { useGrid as installGrid } from '../domain/rd.ts'
import { Refusal } from '../domain/refusal.ts'
import { survey } from './survey.ts'
import type { ThreadAnswer, ThreadQuestion } from './survey-pool.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const grid = (workerData as { grid: ArrayBuffer | null }).grid
if (grid) await installGrid(grid)

port.on('message', ({ id, input }: ThreadQuestion) => {
  port.postMessage(answer(id, input))
})

function answer(id: number, input: ThreadQuestion['input']): ThreadAnswer {
  try {
    return { id, surveyed: survey(input) }
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, complaints, extra } = error
      return { id, refusal: { code, message, complaints: [...complaints], extra } }
    }
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
