/**
 * The QGIS project in a site package, by what QField's documentation asks of a project that is imported from a ZIP or a folder
 * (docs.qfield.org: get-started/storage, how-to/project-setup/data-format): project and data in one folder, paths relative to the project, and of data
 * formats GeoPackage, for pictures too (`GPKG:file:table`). QField itself does not run here; that QGIS opens it after a move says test/qgis.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { openWorld } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'

async function unpacked(zip: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const { name, chunks } of filesInZip(zip)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    files.set(name, Buffer.concat(parts))
  }
  return files
}

const XML: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string => text.replace(/&(\w+);/g, (sign, name: string) => XML[name] ?? sign)

/** By the central directory: how each file is packed, and whether its size stands only behind it. */
function packedAs(zip: Buffer): { method: number; isSizeBehind: boolean }[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const entry = { method: zip.readUInt16LE(at + 10), isSizeBehind: (zip.readUInt16LE(at + 8) & 8) > 0 }
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    return entry
  })
}

test('its project is one that QField imports: at the root, its data beside it, by relative paths, nothing of this computer', async (t) => {
  const world = await openWorld(t)
  const { cookie } = await world.signIn()
  const delivery = await simulatedDelivery(world.dataDir, '26O000001', [155_000, 463_000, 155_300, 463_300])
  const { job_id, gpkg } = await siteJob(world, [delivery])
  const answer = await fetch(`${world.baseUrl}/dashboard/api/jobs/${job_id}/site`, { headers: { Cookie: cookie } })
  assert.equal(answer.status, 200)
  const zip = join(world.dataDir, 'site.zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  writeFileSync(zip, bytes)
  const files = await unpacked(zip)

  const projects = [...files.keys()].filter((name) => /\.qg[sz]$/.test(name))
  assert.equal(projects.length, 1)
  assert.equal(projects[0]!.includes('/'), false, 'at the root')
  // Java, which unpacks on Android, takes no file whose size stands behind it unless it is deflated.
  const packed = packedAs(bytes)
  assert.equal(packed.length, files.size)
  for (const { method, isSizeBehind } of packed) assert.ok(method === 8 || (method === 0 && !isSizeBehind))
  // Nor can a telephone keep a file of any name.
  for (const name of files.keys()) assert.doesNotMatch(name, /[<>:"|?*\\]|(^|\/)\.\.?(\/|$)|^\//)

  const qgz = join(world.dataDir, 'project.qgz')
  writeFileSync(qgz, files.get(projects[0]!)!)
  const inProject = await unpacked(qgz)
  const [qgs] = [...inProject.keys()].filter((name) => name.endsWith('.qgs'))
  assert.deepEqual([...inProject.keys()], [qgs], 'no file beside the project that QField does not look for')
  const xml = inProject.get(qgs!)!.toString('utf8')
  assert.match(xml, /<Paths><Absolute type="bool">false<\/Absolute><\/Paths>/)

  const named = [...xml.matchAll(/<datasource>([^<]*)<\/datasource>|<layer-tree-layer [^>]*\bsource="([^"]*)"/g)]
  const sources = named.map(([, layer, inTree]) => plain(layer ?? inTree!))
  const reader = openResult(join(world.dataDir, gpkg.name))
  t.after(() => reader.close())
  const kinds = { vector: 0, picture: 0, made: 0, internet: 0 }
  for (const source of sources) {
    const [, vector, layer] = /^\.\/([^/|]+\.gpkg)\|layername=(\w+)(?:\|subset=.*)?$/.exec(source) ?? []
    const [, picture] = /^GPKG:\.\/([^/:]+\.gpkg):\w+$/.exec(source) ?? []
    if (vector) {
      kinds.vector++
      assert.ok(files.has(vector), source)
      assert.doesNotThrow(() => reader.count(layer as 'kabel_of_leiding'), layer)
    } else if (picture) {
      kinds.picture++
      assert.ok(files.has(picture), source)
    } else if (source.startsWith('?query=')) {
      // The sheets, made by QGIS of a layer of this project: of no file.
      kinds.made++
      assert.match(decodeURIComponent(source), /FROM "klic_layer_aanvraag_polygoon"/)
    } else {
      kinds.internet++
      // The map of the whole country: nothing is missing without it.
      assert.match(source, /^type=xyz&url=https:\/\//)
    }
  }
  assert.ok(kinds.vector > 20 && kinds.picture > 0, JSON.stringify(kinds))
  // Once in the tree of layers and once as a layer.
  assert.deepEqual([kinds.made, kinds.internet], [2, 2])
  // Symbols lie within it, so no folder of symbols is looked for; and nothing tells where it was made.
  for (const [, picture] of xml.matchAll(/"([^"]*\.(?:svg|png|jpe?g))"/gi)) assert.match(picture!, /^base64:/)
  assert.equal(xml.includes(world.dataDir), false)
  assert.doesNotMatch(plain(xml), /file:\/\/|"[A-Z]:[\\/]|"\/(?:home|tmp|root|var|usr|Users)\//)
})
