/** Who asked for a delivery, and for whom, stands in it; in no file that is made of it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { RESULT_FORMATS } from '../../server/exports/result-formats.ts'
import { openZip } from '../../server/imkl/zip.ts'
import { folder } from '../formats/samples.ts'
import { at, cable, gmlOf, imkl, lineString, link, point, zippedDelivery } from '../support/imkl-fixture.ts'

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
