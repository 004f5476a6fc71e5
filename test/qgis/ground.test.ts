import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { runTask } from '../../server/exports/conversion/task.ts'
import { folder } from '../formats/samples.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'
import { askThis, inEachQgis } from './qgis.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [200_000, 400_000, 200_100, 400_080]

/** Of 14 pixels a metre: west red, east green. */
const picture = (): Buffer =>
  png((MAX_X - MIN_X) * 14, (MAX_Y - MIN_Y) * 14, { colour: 2, bits: 8 }, (x) =>
    x < 50 * 14 ? [180, 60, 60] : [60, 180, 60],
  )

inEachQgis(
  'the project draws the delivered ground under all layers, where it lies, without a step',
  async (t, qgis) => {
    const at = folder(t)
    const zip = at.path('Levering_22G000001_1.zip')
    const bounds = [MIN_X, MIN_Y, MAX_X, MAX_Y] as const
    const documents = { 'bronnen/GB_22G000001.png': picture() }
    writeFileSync(zip, await zippedDelivery({ members: [], bounds, documents }))
    const path = at.path('KLIC_22G000001.gpkg')
    await runTask({
      kind: 'merge',
      ground: true,
      deliveries: [{ path: zip }],
      tempDir: at.path('temp'),
      out: [{ format: 'gpkg', path }],
    })
    const west = [at.path('west.png'), MIN_X + 20, MIN_Y + 40, 50] as const
    const east = [at.path('east.png'), MAX_X - 20, MIN_Y + 40, 50] as const
    const { opened, project, pictures, messages } = askThis(qgis, path, '--picture', ...west, '--picture', ...east)
    assert.deepEqual([opened, messages], [true, []])
    const ground = project.layers.filter(({ id }) => id === 'klic_layer_ondergrond_14')
    assert.deepEqual(
      ground.map(({ valid, crs }) => [valid, crs]),
      [[true, 'EPSG:28992']],
    )
    // Without its system QGIS would look for it in the Gulf of Guinea.
    assert.equal(project.layers.find(({ id }) => id === 'klic_layer_achtergrond')?.crs, 'EPSG:3857')
    assert.deepEqual(project.order.slice(-2), ['klic_layer_ondergrond_14', 'klic_layer_achtergrond'])
    assert.equal(project.tree.find(({ name }) => name === 'ondergrond')?.inside?.length, 1)
    assert.deepEqual(
      pictures.map(({ errors, colours }) => [errors, Object.keys(colours)]),
      [
        [[], ['#b43c3c']],
        [[], ['#3cb43c']],
      ],
    )
  },
)
