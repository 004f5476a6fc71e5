/** The throw-away PostgreSQL (postgres-cluster.ts) for its users: a test file, the soak, a benchmark. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPostgres } from '../../server/platform/database/postgres.ts'

export interface Cluster {
  /** Of its administrator's database */
  readonly url: string
  /** Of its first process, whose children serve the connections. */
  readonly pid: number
  /** A new database, by URL. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** Of this process. Its number alone is used again in a long run, by a process that finds what an earlier one left. */
const ours = randomBytes(6).toString('hex')

/** Why there is none, in words. */
export class NoPostgres extends Error {}

/** Runs until `stop`, or until this process has gone. @throws NoPostgres where it can't be had */
export async function startCluster(env: Record<string, string> = {}): Promise<Cluster> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./postgres-cluster.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => resolve(JSON.stringify({ missing: `code ${code}` })))
  })
  const said = JSON.parse(line) as { url?: string; pid?: number; missing?: string }
  if (said.url === undefined) throw new NoPostgres(said.missing)
  // A test file that is done needs not stop it: it ends when this process does.
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  ;(child.stdout as unknown as { unref(): void }).unref()
  const { url, pid } = said
  return {
    url,
    pid: pid!,
    create: async (name) => {
      await administer(url, `create database ${name}`)
      return databaseUrl(url, name)
    },
    stop: async () => {
      child.ref()
      child.stdin.end()
      await gone
    },
  }
}

/** A cluster that stops with the test. @returns undefined where it can't be had; the test is then skipped */
export async function clusterFor(t: TestContext): Promise<Cluster | undefined> {
  try {
    const cluster = await startCluster()
    t.after(() => cluster.stop())
    return cluster
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error
    t.skip(`PostgreSQL can't be had here: ${error.message}`)
    return undefined
  }
}

const databaseUrl = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href

export async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const TEMPLATE = 'klic_template'
/** Two test files may meet here. */
const LOCK = 4_780_002

/** Databases of this process, of all callers. */
let made = 0

/** For a test file that is about PostgreSQL itself: new databases, or why there are none. */
export async function ownDatabases(): Promise<{ create(): Promise<string>; url: string } | { missing: string }> {
  let url = process.env.KLIC_TEST_POSTGRES
  try {
    url ??= (await startCluster()).url
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error
    return { missing: `no PostgreSQL: ${error.message}` }
  }
  const admin = url
  const create = async (): Promise<string> => {
    const name = `own_${ours}_${++made}`
    await administer(admin, `create database ${name}`)
    return databaseUrl(admin, name)
  }
  return { create, url }
}

/** With all migrations taken, once for the whole cluster: others are copies of it. */
async function readyTemplate(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await (await openPostgres(databaseUrl(url, TEMPLATE))).close()
  } finally {
    await client.end()
  }
}

/** Faster than a new database for each test: everything but the steps that the migrations took goes. */
const EMPTY = `do $$ declare each record; begin
  set local session_replication_role = replica;
  for each in select schemaname, tablename from pg_tables
    where schemaname in ('public', 'openworkflow') and tablename not like '%migration%'
  loop execute format('delete from %I.%I', each.schemaname, each.tablename); end loop;
end $$`

export interface Databases {
  /** An empty one with all migrations. */
  take(): Promise<string>
  /** Nobody uses it any more. */
  giveBack(url: string): Promise<void>
}

/** The databases of one test file. */
export async function openDatabases(url: string): Promise<Databases> {
  await readyTemplate(url)
  const free: string[] = []
  let count = 0
  return {
    async take() {
      const known = free.pop()
      if (known !== undefined) return known
      const name = `t_${ours}_${++count}`
      await administer(url, `create database ${name} template ${TEMPLATE}`)
      return databaseUrl(url, name)
    },
    async giveBack(database) {
      await administer(database, EMPTY)
      free.push(database)
    },
  }
}
