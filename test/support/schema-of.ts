/** The tables, columns, keys, indexes, triggers and functions of a database, one by one, to compare two databases. */
import Database from 'better-sqlite3'
import pg from 'pg'

/** Each object by its name, and what it is. */
export type SchemaObjects = Record<string, string>

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()

type Cell = string | number | null
const described = (rows: Record<string, Cell>[]): string[] =>
  rows.map((row) =>
    Object.entries(row)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )

/** @param file of SQLite */
export function schemaOfSqlite(file: string): SchemaObjects {
  const db = new Database(file, { readonly: true })
  const all = <T = Record<string, Cell>>(statement: string, ...values: string[]) =>
    db.prepare(statement).all(...values) as T[]
  const objects: SchemaObjects = {}
  const put = (name: string, rows: Record<string, Cell>[]): void => {
    objects[name] = described(rows).sort().join('; ')
  }
  const tables = all<{ name: string; wr: number; strict: number }>(
    `select name, wr, strict from pragma_table_list where schema = 'main' and type = 'table'
       and name not like 'sqlite_%' and name not like 'kysely_%'`,
  )
  for (const { name, wr, strict } of tables) {
    put(`table ${name}`, [{ without_rowid: wr, strict }])
    for (const column of all<{ name: string }>(
      `select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)`,
      name,
    )) {
      put(`column ${name}.${column.name}`, [column])
    }
    put(
      `references of ${name}`,
      all(`select "from", "table", "to", on_update, on_delete from pragma_foreign_key_list(?)`, name),
    )
    const keys = all<{ name: string; unique: number; origin: string; partial: number }>(
      `select name, "unique", origin, partial from pragma_index_list(?)`,
      name,
    )
    for (const { name: index, ...key } of keys) {
      const columns = all<{ name: string | null; desc: number; coll: string; key: number }>(
        `select name, desc, coll, key from pragma_index_xinfo(?) where key = 1 order by seqno`,
        index,
      )
      const of = columns.map((column) => described([column as never])[0]).join(' + ')
      // SQLite numbers the keys of a table by itself.
      const title = key.origin === 'c' ? index : `of ${name} (${columns.map((column) => column.name).join(', ')})`
      objects[`key ${title}`] = `${described([key as never])[0]}: ${of}`
    }
  }
  const written = all<{ type: string; name: string; sql: string }>(
    `select type, name, sql from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null`,
  )
  for (const { type, name, sql } of written) objects[`${type} ${name}`] = plain(sql).replaceAll('"event"', 'event')
  db.close()
  return sorted(objects)
}

const OF_POSTGRES = [
  `select 'table ' || relname as name, relkind::text || ' ' || relpersistence::text as what from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'm', 'p') and relname not like 'kysely_%'`,
  `select 'column ' || c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) || ' collate ' || coalesce(l.collname, '-')
       || case when a.attnotnull then ' not null' else '' end || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '-') as what
     from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_collation l on l.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and c.relname not like 'kysely_%'`,
  `select 'constraint ' || conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as what from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely_%'`,
  `select 'index ' || indexname as name, indexdef as what from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%'`,
  `select 'trigger ' || tgrelid::regclass || '.' || tgname as name, pg_get_triggerdef(oid) as what from pg_trigger where not tgisinternal`,
  `select 'function ' || proname as name, pg_get_functiondef(oid) as what from pg_proc where pronamespace = 'public'::regnamespace`,
]

/** @param url of PostgreSQL */
export async function schemaOfPostgres(url: string): Promise<SchemaObjects> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const objects: SchemaObjects = {}
    for (const statement of OF_POSTGRES) {
      const { rows } = await client.query<{ name: string; what: string }>(statement)
      for (const { name, what } of rows) objects[name] = plain(what)
    }
    return sorted(objects)
  } finally {
    await client.end()
  }
}

const sorted = (objects: SchemaObjects): SchemaObjects =>
  Object.fromEntries(Object.entries(objects).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Objects that only one of them has, or that are not the same. */
export const schemaDifferences = (one: SchemaObjects, other: SchemaObjects): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name}: ${one[name]} | ${other[name]}`)
