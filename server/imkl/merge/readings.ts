/**
 * What was read of a delivery, sealed in a file, for a merge that comes later: what goes into the staging, in the order in which it
 * went, and what is kept in memory. Taken from there it gives the same result as the delivery itself, without its XML.
 * A file that is damaged, unfinished or absent is no fault: the delivery is read, and the file made anew.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { measure } from '../../platform/measured.ts'
import { SelectionArea } from '../delivery/area.ts'
import type { Candidate } from '../delivery/candidates.ts'
import { type Delivery, loadDelivery } from '../delivery/delivery.ts'
import type { StagedMember, StagingWriter } from './staging.ts'

type StagedBefore = [order: number | null, objecttype: string, id: string, body: string, geometry: Uint8Array | null]
type ReferredBefore = [property: string, from: string, to: string]
/** Everything but what belongs to the merge that reads it. */
type Facts = Omit<Delivery, 'index' | 'source' | 'area'> & { areaOf: SelectionArea['polygons'] | null }
type Frame = { members: StagedBefore[]; references: ReferredBefore[] } | { facts: Facts }

/** About so much is put together before it is written. */
const FRAME_BYTES = 1024 * 1024
const BYTES_EACH = 100
/** A reading takes about as much room as its GML, and a larger one is not kept: the delivery is read again. */
const MAX_BYTES = 1024 * 1024 * 1024
const SEAL_BYTES = 32

/** Where the candidate names no place for its reading, it is read and nothing is kept. */
export async function loadOrRead(
  { source, header, reading: kept }: Candidate,
  index: number,
  staging: StagingWriter,
  onBytes: (bytes: number) => void,
): Promise<Delivery> {
  if (kept === undefined) return await loadDelivery(source, header, index, staging, onBytes)
  const facts = await takeFrom(kept, index, staging)
  if (facts === null) return await readAndKeep({ source, header }, kept, index, staging, onBytes)
  onBytes(source.gmlBytes)
  const { areaOf, ...same } = facts
  return { ...same, index, source, area: areaOf && new SelectionArea(areaOf) }
}

/** @returns null when there is none, and nothing was put into the staging */
async function takeFrom(path: string, index: number, staging: StagingWriter): Promise<Facts | null> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch {
    return null
  }
  try {
    const end = (await file.stat()).size - SEAL_BYTES
    if (end <= 0 || !(await isSealed(file, path, end))) return null
    const lengthOf = Buffer.alloc(4)
    for (let at = 0; at < end; ) {
      await file.read(lengthOf, 0, 4, at)
      const bytes = Buffer.alloc(lengthOf.readUInt32LE(0))
      await file.read(bytes, 0, bytes.length, at + 4)
      at += 4 + bytes.length
      const frame = deserialize(bytes) as Frame
      if ('facts' in frame) return frame.facts
      for (const [order, objecttype, id, body, geometry] of frame.members)
        staging.addMember(index, order, { objecttype, id, body, geometry })
      for (const [property, from, to] of frame.references) staging.addReference(index, property, from, to)
    }
    throw new Error('A sealed reading has no end')
  } finally {
    await file.close()
  }
}

/** Looked at before anything of it is used. */
async function isSealed(file: FileHandle, path: string, end: number): Promise<boolean> {
  const { sha256 } = await measure(createReadStream(path, { end: end - 1 }))
  const seal = Buffer.alloc(SEAL_BYTES)
  await file.read(seal, 0, SEAL_BYTES, end)
  return seal.toString('hex') === sha256
}

async function readAndKeep(
  { source, header }: Candidate,
  path: string,
  index: number,
  staging: StagingWriter,
  onBytes: (bytes: number) => void,
): Promise<Delivery> {
  const keeper = new Keeper(path)
  const both: StagingWriter = {
    addMember(delivery, order, member) {
      staging.addMember(delivery, order, member)
      keeper.member(order, member)
    },
    addReference(delivery, property, from, to) {
      staging.addReference(delivery, property, from, to)
      keeper.reference(property, from, to)
    },
  }
  try {
    const delivery = await loadDelivery(source, header, index, both, onBytes)
    const { index: _index, source: _source, area, ...facts } = delivery
    keeper.seal({ ...facts, areaOf: area?.polygons ?? null })
    return delivery
  } finally {
    keeper.close()
  }
}

/** Writes as it comes. What it can't write is not kept, and no reason to do without the result. */
class Keeper {
  private readonly path: string
  private readonly draft: string
  private file: number | null = null
  private readonly hash = createHash('sha256')
  private members: StagedBefore[] = []
  private references: ReferredBefore[] = []
  private heldBytes = 0
  private bytes = 0

  constructor(path: string) {
    this.path = path
    this.draft = `${path}.${randomUUID()}.draft`
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      this.file = openSync(this.draft, 'wx', 0o600)
    } catch {
      // Nothing is kept.
    }
  }

  member(order: number | null, { objecttype, id, body, geometry }: Omit<StagedMember, 'delivery'>): void {
    if (this.file === null) return
    this.members.push([order, objecttype, id, body, geometry])
    this.hold(id.length + body.length + (geometry?.length ?? 0))
  }

  reference(property: string, from: string, to: string): void {
    if (this.file === null) return
    this.references.push([property, from, to])
    this.hold(from.length + to.length)
  }

  /** From now on it is there for the next. */
  seal(facts: Facts): void {
    this.flush()
    this.write({ facts })
    this.trying((file) => {
      writeFileSync(file, this.hash.digest())
      fsyncSync(file)
      closeSync(file)
      this.file = null
      renameSync(this.draft, this.path)
    })
  }

  /** What was not sealed goes. */
  close(): void {
    if (this.file === null) return
    closeSync(this.file)
    this.file = null
    rmSync(this.draft, { force: true })
  }

  private hold(bytes: number): void {
    this.heldBytes += BYTES_EACH + bytes
    if (this.heldBytes > FRAME_BYTES) this.flush()
  }

  private flush(): void {
    const { members, references } = this
    if (members.length + references.length > 0) this.write({ members, references })
    this.members = []
    this.references = []
    this.heldBytes = 0
  }

  private write(frame: Frame): void {
    this.trying((file) => {
      const body = serialize(frame)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(body.length)
      this.bytes += body.length
      if (this.bytes > MAX_BYTES) return this.close()
      for (const piece of [length, body]) {
        this.hash.update(piece)
        writeFileSync(file, piece)
      }
    })
  }

  private trying(work: (file: number) => void): void {
    if (this.file === null) return
    try {
      work(this.file)
    } catch {
      this.close()
    }
  }
}
