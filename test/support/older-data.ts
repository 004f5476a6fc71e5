/** Data of version 0.1.0 of 27 November 2026 (fixtures/older-data): what a database held before its steps counted. */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import pg from 'pg'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'

export const OLDER_DATA = join(import.meta.dirname, '../fixtures/older-data')

/** @param name of a ZIP in fixtures/older-data @param folder is made */
export async function unpackOlder(name: 'backup.zip' | 'data.zip', folder: string): Promise<void> {
  for await (const { name: entry, chunks } of filesInZip(join(OLDER_DATA, name))) {
    if (entry.endsWith('/')) continue
    mkdirSync(dirname(join(folder, entry)), { recursive: true })
    await pipeline(Readable.from(chunks), createWriteStream(join(folder, entry)))
  }
}

/** @param url of an empty database, which gets the tables of then, and no rows but the steps */
export async function makeOlderPostgres(url: string): Promise<void> {
  await onPostgres(url, readFileSync(join(OLDER_DATA, 'postgres.sql'), 'utf8'))
}

const LAST_STEP = `delete from kysely_migration where name = '540-installation'`

/** Makes a database of then one that lacks a step which this version does not have. @param at as for openStore */
export async function makeTooOld(at: string): Promise<void> {
  if (at.startsWith('postgres')) return onPostgres(at, LAST_STEP)
  const raw = new Database(at)
  raw.exec(LAST_STEP)
  raw.pragma('wal_checkpoint(truncate)')
  raw.close()
}

async function onPostgres(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statements).finally(() => client.end())
}
