/** The thread of survey-pool.ts: one question after the other. A refusal crosses the border as data. */
import { parentPort, workerData } from 'node:worker_threads'
import { useGrid as installGrid } from '../../domain/rd/rd.ts'
import { readBodyWithAreas } from '../../domain/read-json.ts'
import { Refusal } from '../../domain/refusal.ts'
import { inDegrees, normalise, survey } from './survey.ts'
import type { ThreadAnswer, ThreadQuestion, ThreadResult } from './survey-pool.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const grid = (workerData as { grid: ArrayBuffer | null }).grid
if (grid) await installGrid(grid)

port.postMessage({ ready: true } satisfies ThreadAnswer)
port.on('message', (question: ThreadQuestion) => port.postMessage(answer(question)))

function workOn(question: ThreadQuestion): ThreadResult {
  if ('survey' in question) return survey(question.survey)
  if ('normalise' in question) return normalise(question.normalise)
  if ('inDegrees' in question) return inDegrees(question.inDegrees)
  return readBodyWithAreas(question.read)
}

function answer(question: ThreadQuestion): ThreadAnswer {
  try {
    return { done: workOn(question) }
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, complaints, extra } = error
      return { refusal: { code, message, complaints: [...complaints], extra } }
    }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
