/** A picture that can not be read, among what has come of a job that waits for more: said in words, and the others are shown. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { resultName } from '../../server/exports/file-name.ts'
import { openGroundTiles } from '../../server/exports/geopackage/ground-tiles.ts'
import { groundOfCompany } from '../../server/features/results/ground/sheet-rows.ts'
import { storedPreliminary } from '../../server/features/results/rows/results-of-company.ts'
import { filesNamedInside } from '../support/embedded-project.ts'
import { inWorld } from '../support/flow-world.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'

const SIDE_M = 20
const PER_METRE = 5
const [X, Y] = [200_000, 400_000]

test('a damaged picture of a preliminary delivery is said, and the base map of the company has the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-preliminary-ground-'))
  try {
    const whole = png(SIDE_M * PER_METRE, SIDE_M * PER_METRE, { colour: 2, bits: 8 }, (x, y) => [x, y, 90])
    const zips: string[] = []
    for (const [i, picture] of [whole, whole.subarray(0, whole.length / 2), whole].entries()) {
      const klicNumber = `26O00000${i + 1}`
      const bounds = [X + i * SIDE_M, Y, X + (i + 1) * SIDE_M, Y + SIDE_M] as const
      const documents = { [`bronnen/GB_${klicNumber}.png`]: picture }
      zips.push(join(folder, `Levering_${klicNumber}_1.zip`))
      writeFileSync(zips[i]!, await zippedDelivery({ klicNumber, members: [], bounds, documents }))
    }
    const real = { parts: 3, oneByOne: 2, isReal: true, ground: true, zipOf: (index: number) => zips[index]! } as const
    await inWorld(real, async (world) => {
      const { db } = world.store
      const shown = () => storedPreliminary(db, 'cmp_1', world.jobId)
      const groundIn = async () => JSON.parse((await shown())?.summary ?? '{}')
      assert.ok(await world.live(undefined, async () => (await groundIn()).ground?.warnings.length === 1))
      const { ground, warnings } = await groundIn()
      const shownNumbers = ground.pictures.map((picture: { klicNumber: string }) => picture.klicNumber)
      assert.deepEqual(shownNumbers, ['26O000001'])
      assert.match(ground.warnings[0].message, /26O000002.*damaged/)
      assert.ok(warnings.some((one: { code: string }) => one.code === 'GROUND_NOT_SHOWN'))
      const { revision, path } = (await shown())!
      assert.deepEqual(filesNamedInside(join(world.dataDir, path)), [resultName(await world.job(), revision, 'gpkg')])
      // In the file that is handed out, in both languages, with the ground of the other.
      const file = join(world.dataDir, path)
      const gpkg = new Database(file, { readonly: true })
      const said = gpkg.prepare("SELECT melding, melding_en FROM waarschuwing WHERE code = 'GROUND_NOT_SHOWN'").raw()
      const [[dutch, english]] = said.all() as [[string, string]]
      gpkg.close()
      assert.match(dutch, /26O000002.*beschadigd/)
      assert.match(english, /26O000002.*damaged/)
      const tiles = openGroundTiles(file)
      assert.deepEqual(
        tiles.sets.map(({ extent }) => extent),
        [{ minX: X, minY: Y, maxX: X + SIDE_M, maxY: Y + SIDE_M }],
      )
      tiles.close()
      const map = await groundOfCompany(db, 'cmp_1', (await world.job()).environment)
      assert.deepEqual(map?.extent, [X, Y, X + SIDE_M, Y + SIDE_M])
      // When all has come, the third is there too.
      await world.live()
      assert.equal((await world.job()).status, 'ready')
      const whole = await groundOfCompany(db, 'cmp_1', (await world.job()).environment)
      assert.deepEqual(whole?.extent, [X, Y, X + 3 * SIDE_M, Y + SIDE_M])
      assert.match((await world.job()).warnings, /"GROUND_NOT_SHOWN".*26O000002/)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
