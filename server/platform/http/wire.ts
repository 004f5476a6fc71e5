/** Between the wire's names and the program's, by the contract's schemas: equal names need no line of code. */
import type { z } from 'zod'
import { type Camel, camel } from './names.ts'

type Own<K extends string, R> = Camel<K> extends keyof R ? Camel<K> : K extends keyof R ? K : never
type WireFields<Shape, R> = {
  [K in keyof Shape & string as [Own<K, R>] extends [never] ? never : K]: Shown<Shape[K], R[Own<K, R>]>
}
type Shown<S, V> = V extends null | undefined
  ? V
  : S extends z.ZodNullable<infer Inner> | z.ZodOptional<infer Inner>
    ? Shown<Inner, V>
    : S extends z.ZodArray<infer Element>
      ? V extends readonly (infer One)[]
        ? Shown<Element, One>[]
        : V
      : S extends z.ZodObject<infer Shape>
        ? V extends object
          ? WireFields<Shape, V>
          : V
        : V
type ProgramFields<T> = { [K in keyof T & string as Camel<K>]: T[K] }
type Renamed<T> = T extends readonly unknown[]
  ? { [I in keyof T]: Renamed<T[I]> }
  : T extends object
    ? { [K in keyof T as K extends string ? Camel<K> : never]: Renamed<T[K]> }
    : T
/** What a schema describes, under the program's names all the way down. */
export type FromWire<S extends z.ZodType> = Renamed<z.output<S>>

/** Name on the wire and in the program, and what is in it, of each field of a schema. */
const known = new WeakMap<z.ZodObject, readonly (readonly [string, string, z.ZodType])[]>()

const fieldsOf = (schema: z.ZodObject) => {
  const fields =
    known.get(schema) ??
    Object.entries<z.ZodType>(schema.shape).map(([name, type]) => [name, camel(name), type] as const)
  known.set(schema, fields)
  return fields
}

function shown(type: z.ZodType, value: unknown): unknown {
  const def = type.def as { type: string; innerType?: z.ZodType; element?: z.ZodType }
  if (def.innerType) return shown(def.innerType, value)
  if (def.element && Array.isArray(value)) return value.map((each) => shown(def.element!, each))
  const isPlain = value instanceof Object && Object.getPrototypeOf(value) === Object.prototype
  return def.type === 'object' && isPlain ? toBody(type as z.ZodObject, value) : value
}

/**
 * Of a record, and of records within, the fields that the schema has too; nothing else gets out. What the program calls
 * otherwise, or shows in another form, stands beside it.
 */
export function toBody<S extends z.ZodObject, R extends object>(schema: S, record: R): WireFields<S['shape'], R> {
  const fields = record as Record<string, unknown>
  const found: Record<string, unknown> = {}
  for (const [name, own, type] of fieldsOf(schema)) {
    if (own in fields) found[name] = shown(type, fields[own])
    else if (name in fields) found[name] = shown(type, fields[name])
  }
  return found as WireFields<S['shape'], R>
}

/** What a schema has let through, under the program's names; what lies within keeps its own. */
export const fromBody = <T extends object>(input: T): ProgramFields<T> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [camel(name), value])) as ProgramFields<T>
