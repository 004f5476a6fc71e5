/**
 * The staging of a small conversion, in memory: the answers that the file gives, without building indexes on a disk. It
 * counts what it holds, so that its caller can move on to a file in time (staging.ts). Strings are kept as they come:
 * slices of the delivery's text, which stays alive with them, and is a few times as long as what is counted.
 */
export interface StagingMember {
  delivery: number
  objecttype: string
  id: string
  body: string
  geometry: Uint8Array | null
}

interface StoredMember extends StagingMember {
  order: number | null
}
interface Reference {
  delivery: number
  property: string
  from: string
  to: string
}
interface Count {
  delivery: number
  count: number
}

/** What an object and its places in maps take beside its text. */
const BYTES_EACH = 200

export class MemoryStaging {
  private readonly members: StoredMember[] = []
  private readonly references: Reference[] = []
  private readonly properties = new Set<string>()
  /** By delivery and id: the first one with that id. */
  private readonly byId: Map<string, StoredMember>[] = []
  /** By target: all references to it, in any delivery. */
  private byTarget = new Map<string, Reference[]>()
  bytes = 0

  addMember(delivery: number, order: number | null, member: Omit<StagingMember, 'delivery'>): void {
    const { objecttype, id, body, geometry } = member
    const kept = { delivery, order, objecttype, id, body, geometry }
    this.members.push(kept)
    this.byId[delivery] ??= new Map()
    if (!this.byId[delivery].has(id)) this.byId[delivery].set(id, kept)
    this.bytes += BYTES_EACH + id.length + body.length + (geometry?.length ?? 0)
  }

  addReference(delivery: number, property: string, from: string, to: string): void {
    const reference = { delivery, property, from, to }
    this.references.push(reference)
    this.properties.add(property)
    const others = this.byTarget.get(to)
    if (others) others.push(reference)
    else this.byTarget.set(to, [reference])
    this.bytes += BYTES_EACH + from.length + to.length
  }

  /** Gives everything to another, in the order in which it came. */
  moveTo(other: Pick<MemoryStaging, 'addMember' | 'addReference'>): void {
    for (const { delivery, order, ...member } of this.members) other.addMember(delivery, order, member)
    for (const { delivery, property, from, to } of this.references) other.addReference(delivery, property, from, to)
  }

  seal(): void {}

  find(delivery: number, id: string): StagingMember | undefined {
    return this.byId[delivery]?.get(id)
  }

  referrers(property: string, to: string): { delivery: number; from: string }[] {
    return (this.byTarget.get(to) ?? [])
      .filter((reference) => reference.property === property)
      .map(({ delivery, from }) => ({ delivery, from }))
      .sort((a, b) => a.delivery - b.delivery || compare(a.from, b.from))
  }

  referenceProperties(): ReadonlySet<string> {
    return this.properties
  }

  unresolved(): (Count & { property: string })[] {
    const counts = new Map<string, Count & { property: string }>()
    for (const { delivery, property, to } of this.references) {
      if (this.byId[delivery]?.has(to)) continue
      const key = `${delivery}|${property}`
      const count = counts.get(key)
      if (count) count.count++
      else counts.set(key, { delivery, property, count: 1 })
    }
    return [...counts.values()].sort((a, b) => a.delivery - b.delivery || compare(a.property, b.property))
  }

  unreferenced(objecttype: string, property: string): Count[] {
    const counts = new Map<number, number>()
    for (const member of this.members) {
      if (member.objecttype !== objecttype) continue
      const isUsed = this.byTarget
        .get(member.id)
        ?.some((reference) => reference.property === property && reference.delivery === member.delivery)
      if (!isUsed) counts.set(member.delivery, (counts.get(member.delivery) ?? 0) + 1)
    }
    return [...counts].map(([delivery, count]) => ({ delivery, count })).sort((a, b) => a.delivery - b.delivery)
  }

  *inOrder(): Iterable<StagingMember & { order: number }> {
    const listed = this.members.filter((member) => member.order !== null) as (StoredMember & { order: number })[]
    // A sort keeps the order of what is equal, which is that in which it came.
    yield* listed.sort(
      (a, b) =>
        a.order - b.order || compare(a.objecttype, b.objecttype) || compare(a.id, b.id) || a.delivery - b.delivery,
    )
  }

  countInOrder(): number {
    return this.members.reduce((count, { order }) => (order === null ? count : count + 1), 0)
  }

  close(): void {
    this.members.length = 0
    this.references.length = 0
    this.byId.length = 0
    this.byTarget = new Map()
  }
}

const SURROGATE = /[\ud800-\udfff]/

/** As SQLite orders texts: by their bytes in UTF-8, which differs from UTF-16 where there are surrogates. */
const compare = (a: string, b: string): number => {
  if (a === b) return 0
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}
