/** Queries that every call makes, turned into SQL once: building them costs more than SQLite needs to answer them. */
import type { CompiledQuery, Kysely } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { DB } from './schema.ts'

type Value = string | number | null

/**
 * @param build the query for these arguments; each of them is one parameter of it, in their order, and nothing else is
 * @returns runs it, on a connection or within a transaction
 */
export function compiledOnce<Args extends readonly Value[], Row>(
  build: (db: Kysely<DB>, ...args: Args) => { compile(): CompiledQuery<Row> },
): (db: Kysely<DB>, ...args: Args) => Promise<Row[]> {
  const made: Partial<Record<'sqlite' | 'postgres', CompiledQuery<Row>>> = {}
  return async (db, ...args) => {
    const dialect = isPostgres(db as unknown as Kysely<unknown>) ? 'postgres' : 'sqlite'
    made[dialect] ??= build(db, ...args).compile()
    const compiled = made[dialect]
    if (compiled.parameters.length !== args.length) throw new Error('A query has other parameters than its arguments')
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: args })
    return rows
  }
}
