/** The map of a site package of each real delivery: by theme and operator it has what the GeoPackage has. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shared } from '../support/shared.ts'
import { assertSameObjects, mapOf } from '../support/site-map.ts'

const folder = shared('deliveries')
const zips = folder ? readdirSync(folder).filter((name) => name.endsWith('.zip')) : []
if (zips.length === 0) test('real deliveries', { skip: 'the example deliveries (../shared/deliveries) are not here' })
for (const name of zips.sort()) {
  test(`${name}: the page has by theme and operator what the GeoPackage has`, async (t) => {
    const { path, make } = await mapOf(t, async () => [join(folder!, name)])
    assertSameObjects((await make())!, path)
  })
}
