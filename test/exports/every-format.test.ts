/** What every format carries: the account and who did not deliver; and what none does: who asked for a delivery, and for whom. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { RESULT_FORMATS } from '../../server/exports/result-formats.ts'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import { folder } from '../formats/samples.ts'
import { at, cable, gmlOf, imkl, lineString, link, OPERATOR, point, zippedDelivery } from '../support/imkl-fixture.ts'

test('GeoPackage, GeoJSON and Shapefile ZIP carry the same account and warnings, in Dutch', async (t) => {
  const place = folder(t)
  const silent = { code: 'GM9002', name: 'Stil', delivered: false, themes: ['water'] }
  const members = [cable('nl.imkl-KL9001.c', []), imkl('Toekomstobject', 'nl.imkl-KL9001.t', '')]
  writeFileSync(place.path('delivery.zip'), await zippedDelivery({ operators: [OPERATOR, silent], members }))
  await runTask({
    kind: 'merge',
    deliveries: [{ path: place.path('delivery.zip') }],
    out: (['gpkg', 'geojson', 'shp'] as const).map((format) => ({ format, path: place.path(`result.${format}`) })),
    tempDir: place.path('temp'),
  })
  const reader = openResult(place.path('result.gpkg'))
  const rows = reader.table('verantwoording')
  const warnings = reader.table('waarschuwing')
  reader.close()
  assert.deepEqual(rows.at(-1), {
    bronhouder: null,
    netbeheerder: 'totaal',
    heeft_geleverd: null,
    geleverd: 12,
    getekend: 1,
    zonder_geometrie: 1,
    administratief: 9,
    onbekend: 1,
    samengevoegd: 0,
  })
  assert.equal(rows.find(({ bronhouder }) => bronhouder === 'GM9002')!.heeft_geleverd, false)
  assert.match(String(warnings[0]!.melding), /^Stil \(GM9002\) heeft niet geleverd .*\(water\).*0201234567/)

  const json = JSON.parse(readFileSync(place.path('result.geojson'), 'utf8'))
  assert.deepEqual(json.verantwoording, rows)
  assert.deepEqual(json.waarschuwingen, warnings)
  assert.equal(json.onbekend[0].objecttype, 'Toekomstobject')

  const zip = await openZip(place.path('result.shp'), 'result')
  t.after(() => zip.close())
  const contents = async (name: string): Promise<string> =>
    text(zip.entries.find(({ path }) => path === name)!.chunks())
  assert.match(await contents('verantwoording.csv'), /,totaal,,12,1,1,9,1,0\r\n$/)
  assert.match(await contents('onbekend.csv'), /Toekomstobject/)
  assert.match(await contents('netbeheerder.csv'), /GM9002,Stil/)
  assert.match(
    await contents('LEESMIJ.txt'),
    /totaal: 12 geleverd = 1 getekend \+ 1 zonder geometrie \+ 9 administratief \+ 1 van onbekende soort/,
  )
})

const ID = 'nl.imkl-KL9001.'
const PERSON = 'P. Geheim'
/** A class that no version of the standard has yet, with the same people in it. */
const UNKNOWN = imkl(
  'Laadpaal',
  `${ID}p`,
  `<imkl:plaats>${point(at(5, 6))}</imkl:plaats><imkl:opdrachtgever><imkl:Opdrachtgever><imkl:naam>${PERSON}</imkl:naam></imkl:Opdrachtgever></imkl:opdrachtgever><imkl:contactpersoon>${PERSON}</imkl:contactpersoon>`,
)
const DELIVERY = {
  klicNumber: '24G000001',
  members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 9, 1))), UNKNOWN],
}

/** All that stands in a file, unpacked, as Latin letters. */
async function contentOf(path: string): Promise<string> {
  const bytes = readFileSync(path)
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString('latin1')
  const zip = await openZip(path, 'klic')
  const all: Buffer[] = []
  for (const entry of zip.entries) all.push(await buffer(entry.chunks()))
  await zip.close()
  return Buffer.concat(all).toString('latin1')
}

test('the applicant and the principal of a delivery are in no format of its result', async (t) => {
  const here = folder(t)
  const zip = here.path('24G000001.zip')
  writeFileSync(zip, await zippedDelivery(DELIVERY))
  assert.ok(gmlOf(DELIVERY).split(PERSON).length > 3, 'the delivery names them')
  const { artifacts } = await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    tempDir: here.path('temp'),
    job: { reference: 'r', klicType: 'GRAAF', environment: 'production', missingParts: [] },
    out: RESULT_FORMATS.filter((format) => format !== 'geotiff').map((format) => ({ format, path: here.path(format) })),
  })
  assert.equal(artifacts.length, RESULT_FORMATS.length - 1)
  for (const { format } of artifacts) {
    const content = await contentOf(here.path(format))
    // What the search would find, were it there.
    assert.match(content, /KL9001|laagspanning/i, format)
    assert.doesNotMatch(content, /Geheim/i, format)
  }
})
