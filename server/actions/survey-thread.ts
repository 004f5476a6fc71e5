/** The thread of survey-pool.ts: one question after the other. A refusal crosses the border as data. */
import { parentPort, workerData } from 'node:worker_threads'
import { useGrid as installGrid } from '../domain/rd.ts'
import { Refusal } from '../domain/refusal.ts'
import { normalise, survey } from './survey.ts'
import type { ThreadAnswer, ThreadQuestion } from './survey-pool.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const grid = (workerData as { grid: ArrayBuffer | null }).grid
if (grid) await installGrid(grid)

port.postMessage({ ready: true } satisfies ThreadAnswer)
port.on('message', (question: ThreadQuestion) => port.postMessage(answer(question)))

function answer(question: ThreadQuestion): ThreadAnswer {
  try {
    return { done: 'survey' in question ? survey(question.survey) : normalise(question.normalise) }
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, complaints, extra } = error
      return { refusal: { code, message, complaints: [...complaints], extra } }
    }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
