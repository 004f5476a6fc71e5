/** What the migrations, which are written for SQLite, become on PostgreSQL. */
import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  type QueryResult,
  type RawNode,
  type UnknownRow,
} from 'kysely'

export const isPostgres = (db: Kysely<never> | Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * - Whole numbers are as wide as SQLite's; real is as exact.
 * - Text is ordered by its bytes: ids sort by age, and a page is the same on both.
 */
export function definition(text: string): string {
  if (!/^\s*(create|alter)\s+table\b/i.test(text)) return text
  return text
    .replace(/\)\s*strict(\s*,\s*without\s+rowid)?\s*$/i, ')')
    .replace(/\binteger\b/gi, 'bigint')
    .replace(/\breal\b/gi, 'double precision')
    .replace(/((?:\w+|"\w+")\s+)text\b/gi, '$1text collate "C"')
}

class Definitions extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode): RawNode {
    const raw = super.transformRaw(node)
    return { ...raw, sqlFragments: raw.sqlFragments.map(definition) }
  }
}

/** For the migrations' connection on PostgreSQL. */
export class PostgresDefinitions implements KyselyPlugin {
  private readonly transformer = new Definitions()
  transformQuery = ({ node }: PluginTransformQueryArgs) => this.transformer.transformNode(node)
  transformResult = async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => result
}
