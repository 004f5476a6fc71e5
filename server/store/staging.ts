/**
 * Scratch memory of one conversion: a SQLite file that is written once, read in order, and thrown away.
 * It fits the port of server/imkl/staging.ts by shape (rooms do not import each other); the entry brings them together.
 * No journal and no sync: after a crash the conversion starts again with a new file. Memory stays at the page cache,
 * whatever the size; small deliveries never leave it.
 */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'

export interface StagingMember {
  delivery: number
  objecttype: string
  id: string
  body: string
  geometry: Uint8Array | null
}

const CACHE_KIB = 48 * 1024

/** @param file a path that does not exist yet, in the conversion's temporary folder; removed by `close`. */
export const openStaging = (file: string): StagingFile => new StagingFile(file)

export class StagingFile {
  private readonly db: Database.Database
  private readonly file: string
  private readonly insertMember: Database.Statement
  private readonly insertReference: Database.Statement
  private readonly properties = new Set<string>()
  private selectMember: Database.Statement<[number, string], StagingMember> | null = null
  private selectReferrers: Database.Statement<[string, string], { delivery: number; from: string }> | null = null

  constructor(file: string) {
    this.file = file
    this.db = new Database(file)
    this.db.pragma('journal_mode = OFF')
    this.db.pragma('synchronous = OFF')
    this.db.pragma('locking_mode = EXCLUSIVE')
    this.db.pragma('page_size = 8192')
    this.db.pragma(`cache_size = -${CACHE_KIB}`)
    this.db.exec(`
      CREATE TABLE member (
        delivery INTEGER NOT NULL, sequence INTEGER, objecttype TEXT NOT NULL, id TEXT NOT NULL,
        body TEXT NOT NULL, geometry BLOB
      ) STRICT;
      CREATE TABLE reference (
        delivery INTEGER NOT NULL, property TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL
      ) STRICT;
      BEGIN`)
    this.insertMember = this.db.prepare('INSERT INTO member VALUES (?, ?, ?, ?, ?, ?)')
    this.insertReference = this.db.prepare('INSERT INTO reference VALUES (?, ?, ?, ?)')
  }

  addMember(delivery: number, order: number | null, member: Omit<StagingMember, 'delivery'>): void {
    const { objecttype, id, body, geometry } = member
    this.insertMember.run(delivery, order, objecttype, id, body, geometry)
  }

  addReference(delivery: number, property: string, from: string, to: string): void {
    // Copied: the caller's string may be a slice of a much larger one.
    if (!this.properties.has(property)) this.properties.add(Buffer.from(property).toString())
    this.insertReference.run(delivery, property, from, to)
  }

  seal(): void {
    this.db.exec(`
      CREATE INDEX member_id ON member (id, delivery);
      CREATE INDEX member_order ON member (sequence, objecttype, id, delivery) WHERE sequence IS NOT NULL;
      CREATE INDEX reference_target ON reference (target, property, delivery, source);
      COMMIT`)
    this.selectMember = this.db.prepare(
      'SELECT delivery, objecttype, id, body, geometry FROM member WHERE delivery = ? AND id = ? ORDER BY rowid LIMIT 1',
    )
    this.selectReferrers = this.db.prepare(
      'SELECT delivery, source AS "from" FROM reference WHERE property = ? AND target = ? ORDER BY delivery, source',
    )
  }

  find(delivery: number, id: string): StagingMember | undefined {
    return this.sealed(this.selectMember).get(delivery, id)
  }

  referrers(property: string, to: string): { delivery: number; from: string }[] {
    return this.sealed(this.selectReferrers).all(property, to)
  }

  referenceProperties(): ReadonlySet<string> {
    return this.properties
  }

  unresolved(): { delivery: number; property: string; count: number }[] {
    return this.db
      .prepare<[], { delivery: number; property: string; count: number }>(
        `SELECT delivery, property, count(*) AS count FROM reference
         WHERE NOT EXISTS (SELECT 1 FROM member WHERE id = target AND member.delivery = reference.delivery)
         GROUP BY delivery, property ORDER BY delivery, property`,
      )
      .all()
  }

  unreferenced(objecttype: string, property: string): { delivery: number; count: number }[] {
    return this.db
      .prepare<[string, string], { delivery: number; count: number }>(
        `SELECT delivery, count(*) AS count FROM member
         WHERE objecttype = ? AND NOT EXISTS (
           SELECT 1 FROM reference WHERE target = id AND property = ? AND reference.delivery = member.delivery)
         GROUP BY delivery ORDER BY delivery`,
      )
      .all(objecttype, property)
  }

  inOrder(): Iterable<StagingMember & { order: number }> {
    return this.db
      .prepare<[], StagingMember & { order: number }>(
        `SELECT delivery, sequence AS "order", objecttype, id, body, geometry FROM member
         WHERE sequence IS NOT NULL ORDER BY sequence, objecttype, id, delivery, rowid`,
      )
      .iterate()
  }

  countInOrder(): number {
    const row = this.db
      .prepare<[], { count: number }>('SELECT count(*) AS count FROM member WHERE sequence IS NOT NULL')
      .get()
    return row?.count ?? 0
  }

  close(): void {
    this.db.close()
    rmSync(this.file, { force: true })
  }

  private sealed<T>(statement: T | null): T {
    if (statement === null) throw new Error('The staging is asked before it is sealed')
    return statement
  }
}
