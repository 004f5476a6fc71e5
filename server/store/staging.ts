/**
 * Scratch memory of one conversion: a SQLite file that is written once, read in order, and thrown away.
 * It fits the port of server/imkl/staging.ts by shape (rooms do not import each other); the entry brings them together.
 */
import Database from 'better-sqlite3'

export interface Member {
  delivery: number
  objecttype: string
  id: string
  body: string
  geometry: Uint8Array | null
}

/** @param file a path that does not exist yet, in the conversion's temporary folder; removed by `close`. */
export const openStaging = (file: string) => new StagingFile(file)

class StagingFile {
  private readonly db: Database.Database
  constructor(file: string) {
    this.db = new Database(file)
  }
  addMember(_delivery: number, _order: number | null, _member: Omit<Member, 'delivery'>): void {}
  addReference(_delivery: number, _property: string, _from: string, _to: string): void {}
  seal(): void {}
  find(_delivery: number, _id: string): Member | undefined {
    return undefined
  }
  referrers(_property: string, _to: string): { delivery: number; from: string }[] {
    return []
  }
  unresolved(): { delivery: number; property: string; count: number }[] {
    return []
  }
  *inOrder(): Iterable<Member & { order: number }> {}
  countInOrder(): number {
    return 0
  }
  close(): void {
    this.db.close()
  }
}
