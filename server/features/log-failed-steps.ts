/**
 * Each failed step of a flow as a line of the log, with the ids of what it was about. Inputs of flows are ids and numbers;
 * nothing else may stand in them, because they are logged here.
 */
import type { Flow, Json } from '../platform/queue/port.ts'
import type { FlowLog } from './task-context.ts'

export const logFailedSteps = <I extends Json>(flow: Flow<I>, log: FlowLog): Flow<I> => ({
  ...flow,
  async run(input, steps) {
    await flow.run(input, {
      ...steps,
      run: (name, work, retry) =>
        steps.run(
          name,
          async () => {
            try {
              return await work()
            } catch (error) {
              log.error({ flow: flow.name, step: name, ...idsIn(input), err: error }, 'A step failed')
              throw error
            }
          },
          retry,
        ),
    })
  },
})

const idsIn = (input: Json): Record<string, string> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? Object.fromEntries(
        Object.entries(input).flatMap(([name, value]) =>
          name.endsWith('Id') && typeof value === 'string' ? [[name, value]] : [],
        ),
      )
    : {}
