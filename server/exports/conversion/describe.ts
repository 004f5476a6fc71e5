/**
 * What files that people opened say of themselves. Each delivery ends up as a ZIP of its own: a folder or a bare GI file is
 * packed, the same bytes for the same files, and ZIPs in a ZIP are taken out of it.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describeHead } from '../../imkl/delivery/describe.ts'
import { openSource } from '../../imkl/delivery/source.ts'
import { openZip } from '../../imkl/delivery/zip.ts'
import type { ConversionTask } from '../../imkl/model/conversion-task.ts'
import type { DeliveryFault, FoundDelivery } from '../../imkl/model/found-delivery.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeZip } from '../formats/zip-file.ts'

type Group = { path: string; name: string }[]
const GI = /(^|\/)GI_[^/]*\.xml$/i

export async function describe({
  groups,
  packed,
}: Extract<ConversionTask, { kind: 'describe' }>): Promise<FoundDelivery[]> {
  await mkdir(packed, { recursive: true })
  const found: FoundDelivery[] = []
  let made = 0
  const place = (): string => join(packed, `${made++}.zip`)
  for (const group of groups) {
    const name = group[0]!.name
    found.push(...(await inWords(name, () => describeGroup(group, name, place))))
  }
  return found
}

async function describeGroup(group: Group, name: string, place: () => string): Promise<FoundDelivery[]> {
  if (group.length > 1) return [await describeOne(await pack(group, place()), name)]
  const { path } = group[0]!
  const source = await openSource({ path, name }, { inner: false })
  const isBare = source.deliveries.length === 1 && !source.deliveries[0]!.hasDocuments
  const isWhole = source.deliveries.length > 0
  await source.close()
  if (isBare) return [await describeOne(await pack(group, place()), name)]
  return isWhole ? [await describeOne(path, name)] : unpack(path, name, place)
}

async function describeOne(path: string, name: string): Promise<FoundDelivery> {
  const source = await openSource({ path, name })
  try {
    const [delivery, other] = source.deliveries
    if (other) throw several(name, 'holds several deliveries side by side. Unpack it, and open each by itself.')
    return { name, path, head: await describeHead(delivery!) }
  } finally {
    await source.close()
  }
}

/** As if the files had been packed by the registry; a GI file by another name gets the name that it is known by. */
async function pack(group: Group, path: string): Promise<string> {
  const names = group.map(({ name }) => name)
  const prefix = group.length > 1 ? commonFolder(names) : ''
  const entries = group.map(({ path: from, name }) => ({
    from,
    name: prefix === '' ? name : name.slice(prefix.length),
  }))
  const only = entries.length === 1 ? entries[0]! : null
  if (only) only.name = GI.test(only.name) ? basename(only.name) : `GI_${basename(only.name).replace(/\.\w+$/, '')}.xml`
  await writeZip(path, (zip) => {
    for (const { from, name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      zip.stream(name, () => createReadStream(from))
    }
  })
  return path
}

function commonFolder(names: readonly string[]): string {
  const gi = names.find((name) => GI.test(name)) ?? ''
  return gi.slice(0, gi.lastIndexOf('/') + 1)
}

/** @throws Refusal when no ZIP in it is a delivery */
async function unpack(path: string, name: string, place: () => string): Promise<FoundDelivery[]> {
  const found: FoundDelivery[] = []
  const zip = await openZip(path, name)
  try {
    for (const inner of zip.entries.filter((entry) => /\.zip$/i.test(entry.path))) {
      const out = place()
      const innerName = `${name}/${basename(inner.path)}`
      const take = async () => {
        await pipeline(inner.chunks(), createWriteStream(out, { flags: 'wx' }))
        return [await describeOne(out, innerName)]
      }
      found.push(...(await inWords(innerName, take)))
    }
  } finally {
    await zip.close()
  }
  if (found.length > 0) return found
  // Says in its words that it is no delivery.
  return [await describeOne(path, name)]
}

const several = (name: string, what: string): Refusal =>
  new Refusal('DELIVERY_UNREADABLE', `${name}: ${what}`, { extra: { fault: 'SEVERAL' } })

/** What is wrong with one is no reason to leave the others. */
async function inWords(name: string, work: () => Promise<FoundDelivery[]>): Promise<FoundDelivery[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fault = (error.extra.fault as DeliveryFault | undefined) ?? 'DAMAGED'
    return [{ name, fault, message: error.message }]
  }
}
