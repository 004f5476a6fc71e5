/**
 * Scratch memory of one conversion: small ones are kept in memory (staging-memory.ts), and from a bound on all of it is in
 * a SQLite file that is written once, read in order, and thrown away. Both give the same answers.
 * It fits the port of server/imkl/merge/staging.ts by shape (rooms do not import each other); the entry brings them together.
 * No journal and no sync: after a crash the conversion starts again with a new file. Memory stays at the page cache,
 * for any size.
 */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { MemoryStaging, type StagingMember } from './staging-memory.ts'

const CACHE_KIB = 48 * 1024
/** About a delivery with 40 MB of GML; as much again, or twice, goes to the text that its strings are part of. */
const IN_MEMORY_BYTES = 32 * 1024 * 1024

/**
 * @param file a path that does not exist yet, in the conversion's temporary folder; removed by `close`
 * @param most bytes to hold in memory
 */
export const openStaging = (file: string, most = IN_MEMORY_BYTES): Staging => new Staging(file, most)

/** In memory first; what has come moves to the file when it is too much. */
export class Staging {
  private held: MemoryStaging | StagingFile = new MemoryStaging()
  private readonly file: string
  private readonly most: number

  constructor(file: string, most: number) {
    this.file = file
    this.most = most
  }

  addMember(delivery: number, order: number | null, member: Omit<StagingMember, 'delivery'>): void {
    this.held.addMember(delivery, order, member)
    this.moveOn()
  }

  addReference(delivery: number, property: string, from: string, to: string): void {
    this.held.addReference(delivery, property, from, to)
    this.moveOn()
  }

  private moveOn(): void {
    const { held } = this
    if (!(held instanceof MemoryStaging) || held.bytes <= this.most) return
    this.held = new StagingFile(this.file)
    held.moveTo(this.held)
    held.close()
  }

  seal = (): void => this.held.seal()
  find = (delivery: number, id: string) => this.held.find(delivery, id)
  referrers = (property: string, to: string) => this.held.referrers(property, to)
  referenceProperties = () => this.held.referenceProperties()
  unresolved = () => this.held.unresolved()
  unreferenced = (objecttype: string, property: string) => this.held.unreferenced(objecttype, property)
  inOrder = () => this.held.inOrder()
  countInOrder = () => this.held.countInOrder()
  close = (): void => this.held.close()
}

class StagingFile {
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
