/** Between our names and the wire's, all the way down; for values whose shape a schema of the contract has fixed. */
import { camel, snake } from '../naming.ts'

export { type Camel, camel } from '../naming.ts'

const renamed =
  (rename: (name: string) => string) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed(rename))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [rename(name), renamed(rename)(each)]))
  }

export const toWire = renamed(snake)
export const fromWire = renamed(camel)
