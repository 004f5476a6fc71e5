/** The account, and who did not deliver, are in every export. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { openZip } from '../../server/imkl/zip.ts'
import { folder } from '../formats/samples.ts'
import { cable, imkl, OPERATOR, zippedDelivery } from '../support/imkl-fixture.ts'

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
