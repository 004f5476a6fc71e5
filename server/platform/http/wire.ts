/** Between the wire's names and the program's, by the contract's schemas: equal names need no line of code. */
import type { z } from 'zod'
import { type Camel, camel } from './names.ts'

type Own<K extends string, R> = Camel<K> extends keyof R ? Camel<K> : K extends keyof R ? K : never
type WireFields<Shape, R> = {
  [K in keyof Shape & string as [Own<K, R>] extends [never] ? never : K]: R[Own<K, R>]
}
type ProgramFields<T> = { [K in keyof T & string as Camel<K>]: T[K] }
type Renamed<T> = T extends readonly unknown[]
  ? { [I in keyof T]: Renamed<T[I]> }
  : T extends object
    ? { [K in keyof T as K extends string ? Camel<K> : never]: Renamed<T[K]> }
    : T
/** What a schema describes, under the program's names all the way down. */
export type FromWire<S extends z.ZodType> = Renamed<z.output<S>>

/** Name on the wire and in the program, of each field of a schema. */
const known = new WeakMap<z.ZodObject, readonly (readonly [string, string])[]>()

const namesOf = (schema: z.ZodObject) => {
  const names = known.get(schema) ?? Object.keys(schema.shape).map((name) => [name, camel(name)] as const)
  known.set(schema, names)
  return names
}

/**
 * Of a record, the fields that the schema has too; nothing else of it gets out. What the program calls otherwise, or shows
 * in another form, stands beside it.
 */
export function toBody<S extends z.ZodObject, R extends object>(schema: S, record: R): WireFields<S['shape'], R> {
  const fields = record as Record<string, unknown>
  const found: Record<string, unknown> = {}
  for (const [name, own] of namesOf(schema)) {
    if (own in fields) found[name] = fields[own]
    else if (name in fields) found[name] = fields[name]
  }
  return found as WireFields<S['shape'], R>
}

/** What a schema has let through, under the program's names; what lies within keeps its own. */
export const fromBody = <T extends object>(input: T): ProgramFields<T> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [camel(name), value])) as ProgramFields<T>
