/** A thread that loads until it is let go, and then says that it has loaded. */
import { answerQuestions, threadData } from '../../server/platform/processes/answering-thread.ts'

const [LOADING, LET_GO, LOADED] = [1, 2, 3]

const state = threadData<Int32Array>()
Atomics.store(state, 0, LOADING)
Atomics.notify(state, 0)
while (Atomics.load(state, 0) !== LET_GO) Atomics.wait(state, 0, LOADING)
Atomics.store(state, 0, LOADED)
answerQuestions(() => {})
