/** Whoever opens an export that holds test data can't miss it, whatever the format. */
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { runTask } from '../../server/conversion/task.ts'
import { labelled, readableName, resultName } from '../../server/domain/file-name.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../server/domain/result-formats.ts'
import { openZip } from '../../server/imkl/zip.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { folder } from './samples.ts'

const LABEL = /testgegevens/i
const FIELD = /niet gebruiken in het veld/i

/** By format: what a person meets first when the file is opened, besides its name. */
const FIRST_SEEN: Record<ExportFormat, (path: string) => string[] | Promise<string[]>> = {
  gpkg(path) {
    const db = new Database(path, { readonly: true })
    const [project] = db.prepare('SELECT content FROM qgis_projects').pluck().all() as string[]
    const [described] = db.prepare('SELECT metadata FROM gpkg_metadata').pluck().all() as string[]
    const [warning] = db.prepare('SELECT melding FROM waarschuwing ORDER BY fid').pluck().all() as string[]
    db.close()
    const zipped = Buffer.from(project!, 'hex')
    return [inflateRawSync(zipped.subarray(30 + zipped.readUInt16LE(26))).toString(), described!, warning!]
  },
  // The name of the layer in every GIS program.
  geojson: (path) => [gdal.open(path).layers.get(0).name],
  async shp(path) {
    const zip = await openZip(path, 'klic')
    const read = (name: string) => text(zip.entries.find((entry) => entry.path === name)!.chunks())
    const texts = [await read('NIET_GEBRUIKEN_IN_HET_VELD.txt'), await read('LEESMIJ.txt')]
    await zip.close()
    return texts
  },
}

test('an export made with the simulator carries its label in its name and in its content', async (t) => {
  const at = folder(t)
  const zip = await simulatedDelivery(at.path('.'), '99O0000001', [155_000, 388_000, 155_100, 388_100])
  const path = (format: ExportFormat) => at.path(`out/klic.${format === 'shp' ? 'zip' : format}`)
  await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    job: { reference: 'Proef', klicType: 'ORIENT', environment: 'simulator', missingParts: [] },
    out: EXPORT_FORMATS.map((format) => ({ format, path: path(format) })),
    tempDir: at.path('temp'),
  })
  for (const format of EXPORT_FORMATS) {
    for (const seen of await FIRST_SEEN[format](path(format))) {
      assert.match(seen, LABEL, format)
      assert.match(seen, FIELD, format)
    }
    assert.match(readableName(labelled('Proef', 'simulator'), format), /^KLIC_TESTGEGEVENS_Proef/)
    assert.match(readableName(labelled('Proef', 'eto'), format), /^KLIC_TESTGEGEVENS_Proef/)
    assert.match(readableName(labelled('Proef', 'production'), format), /^KLIC_Proef/)
  }
})

test('the name of a result says which job it is of and which revision, however long its reference is', () => {
  const job = { id: 'job_0000000aB7cD3', reference: 'Straat', environment: 'production' as const }
  assert.equal(resultName(job, 2, 'gpkg'), 'KLIC_Straat_r2_7cd3.gpkg')
  assert.equal(resultName({ ...job, reference: null }, 1, 'shp'), `KLIC_${job.id}_r1_shp.zip`)
  const long = { ...job, reference: `${'Lange straat '.repeat(12)}noord` }
  const [first, second] = [1, 2].map((revision) => resultName(long, revision, 'gpkg'))
  assert.notEqual(first, second)
  assert.match(first!, /^KLIC_Lange-straat[\w-]*_r1_7cd3\.gpkg$/)
  assert.notEqual(first, resultName({ ...long, id: 'job_0000000000001' }, 1, 'gpkg'))
})
