/**
 * Each step of a flow as a span of the trace that its job began with, and each failure as a line with the ids of what it
 * was about. Inputs of flows are ids and numbers; nothing else may stand in them, because they are logged here.
 */
import { snake } from '../domain/naming.ts'
import type { Tracing } from '../domain/ports/tracing.ts'
import type { Flow, Json } from '../engine/port.ts'
import { traceOfInput } from '../store/rows/traces.ts'
import type { Needs } from './needs.ts'

type WatchNeeds = Pick<Needs, 'store' | 'log'> & { tracing: Tracing; isTraced: boolean }

export const traced = <I extends Json>(flow: Flow<I>, needs: WatchNeeds): Flow<I> => ({
  ...flow,
  async run(input, steps) {
    const ids = idsIn(input)
    const parent = needs.isTraced ? await traceOfInput(needs.store.db, ids) : null
    await flow.run(input, {
      ...steps,
      run: (name, work, retry) =>
        steps.run(
          name,
          () =>
            needs.tracing.span(`${flow.name} ${name}`, { parent, attributes: attributesOf(ids) }, async () => {
              try {
                return await work()
              } catch (error) {
                needs.log.error({ flow: flow.name, step: name, ...ids, err: error }, 'A step failed')
                throw error
              }
            }),
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

const attributesOf = (ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [`klic.${snake(name)}`, id]))
