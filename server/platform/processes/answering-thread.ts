/** The other end of question-thread.ts: what a thread does with its questions. */
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { ThreadAnswer, ThreadData, ThreadQuestion } from './question-thread.ts'

/** What the thread was given for its code. */
export const threadData = <T>(): T => (workerData as ThreadData).own as T

/**
 * Answers each question as it comes. A native addon must be loaded before this is called: see `AskedThread.end`.
 * @param answer called with `pause`, which lets other questions have their turn
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question, pause: () => Promise<void>) => Answer | Promise<Answer>,
): void {
  const port = parentPort
  if (!port) throw new Error('This file runs as a worker thread only')
  const workingOn = new Int32Array((workerData as ThreadData).workingOn)
  const say = (said: ThreadAnswer<Answer>): void => port.postMessage(said)
  say({ ready: true })
  port.on('message', async ({ id, question }: ThreadQuestion<Question>) => {
    const work = (): void => void Atomics.store(workingOn, 0, id)
    const pause = async (): Promise<void> => {
      await turn()
      work()
    }
    work()
    try {
      say({ id, done: await answer(question, pause) })
    } catch (error) {
      say({ id, ...faultOf(error) })
    }
  })
}

/** A refusal crosses the border as data. */
function faultOf(error: unknown) {
  if (!(error instanceof Refusal))
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  const { code, message, complaints, extra } = error
  return { refusal: { code, message, complaints: [...complaints], extra } }
}
