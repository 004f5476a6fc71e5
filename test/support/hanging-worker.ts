/** A worker of its own process that claims a run and hangs in its step, to be killed. Argument: path of queue.db, or a PostgreSQL URL. */
import { openEngine } from '../../server/platform/queue/openworkflow.ts'
import type { Flow } from '../../server/platform/queue/port.ts'

const engine = await openEngine({ at: process.argv[2]! })
const stuck: Flow<null> = {
  name: 'stuck',
  version: '1',
  run: async (_input, steps) => {
    await steps.run('hang', () => {
      process.stdout.write('hanging\n')
      return new Promise<null>(() => {})
    })
  },
}
await engine.start(stuck, null, { key: 'k' })
await engine.work([stuck as unknown as Flow<never>], 1)
