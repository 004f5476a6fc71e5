/** Between a row and the record that the program has of it: names by rule, booleans as 0 and 1, what has parts as JSON. */
import { camel, type Snake } from '../naming.ts'

type KindOf<T> = [T] extends [boolean] ? 'flag' : [T] extends [string | number | null] ? 'same' : 'json'
type ValueOf<T> = {
  flag: number
  same: T
  json: null extends T ? string | null : string
}[KindOf<T>]

/** How each field of a record is kept: the compiler knows, and wants it said. */
export type Kinds<R> = { readonly [F in keyof R & string as Snake<F>]: KindOf<R[F]> }
export type RowOf<R> = { [F in keyof R & string as Snake<F>]: ValueOf<R[F]> }

export interface Columns<R> {
  readonly names: readonly (keyof RowOf<R> & string)[]
  recordOf(row: RowOf<R>): R
  rowOf(record: R): RowOf<R>
}

export function columnsOf<R extends object>(kinds: Kinds<R>): Columns<R> {
  const fields = Object.entries<string>(kinds).map(([name, kind]) => ({ name, kind, field: camel(name) }))
  return {
    names: Object.keys(kinds) as unknown as Columns<R>['names'],
    recordOf: (row) => {
      const record: Record<string, unknown> = {}
      for (const { name, kind, field } of fields) record[field] = read(kind, (row as Record<string, unknown>)[name])
      return record as R
    },
    rowOf: (record) => {
      const row: Record<string, unknown> = {}
      for (const { name, kind, field } of fields) row[name] = written(kind, (record as Record<string, unknown>)[field])
      return row as RowOf<R>
    },
  }
}

const read = (kind: string, value: unknown): unknown =>
  kind === 'flag' ? value === 1 : kind === 'json' && value !== null ? JSON.parse(value as string) : value

const written = (kind: string, value: unknown): unknown =>
  kind === 'flag' ? Number(value) : kind === 'json' && value !== null ? JSON.stringify(value) : value
