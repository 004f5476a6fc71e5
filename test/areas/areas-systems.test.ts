/** Areas in other coordinate systems land where they are. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readingAreas } from '../support/read-areas.ts'

const { read, fault } = await readingAreas()

/** RD New. */
const CORNERS = [
  [155_000, 463_000],
  [155_100, 463_000],
  [155_100, 463_100],
] as const

/**
 * The same corners, x (easting or longitude) first, computed by gdaltransform 3.6.2 with PROJ 9.1.1: from EPSG:28992 to
 * WGS 84, from there to each system. Metres of tolerance: what the official operations of the older datums are good for.
 */
const SYSTEMS: readonly (readonly [
  epsg: number,
  corners: readonly (readonly [number, number])[],
  toleranceM: number,
])[] = [
  [
    31370,
    [
      [219724.716964, 316773.037598],
      [219824.752592, 316774.410496],
      [219823.379717, 316874.446148],
    ],
    1,
  ],
  [
    3812,
    [
      [719706.371853, 816780.561097],
      [719806.406509, 816781.945878],
      [719805.021751, 816881.980556],
    ],
    1,
  ],
  [
    28991,
    [
      [0.000117, 0.000446],
      [100.000117, 0.000446],
      [100.000117, 100.000446],
    ],
    1,
  ],
  [
    4289,
    [
      [5.38763889, 52.1561606],
      [5.38910037, 52.1561605],
      [5.38910037, 52.1570594],
    ],
    1,
  ],
  [
    4230,
    [
      [5.388481, 52.155952],
      [5.389942, 52.155952],
      [5.389942, 52.15685],
    ],
    3,
  ],
  [
    23031,
    [
      [663396.303463, 5781194.379343],
      [663496.251692, 5781197.669506],
      [663492.961508, 5781297.617753],
    ],
    3,
  ],
  [
    23032,
    [
      [252958.188532, 5784656.204448],
      [253058.108865, 5784651.222203],
      [253063.091137, 5784751.142502],
    ],
    3,
  ],
  [
    4314,
    [
      [5.387707, 52.15657],
      [5.389168, 52.15657],
      [5.389168, 52.157469],
    ],
    3,
  ],
  [
    31466,
    [
      [2458101.095644, 5780346.890587],
      [2458201.103191, 5780346.046544],
      [2458201.947239, 5780446.054085],
    ],
    3,
  ],
  [
    31467,
    [
      [3252851.960509, 5786326.077854],
      [3252951.920279, 5786321.09448],
      [3252956.90368, 5786421.054216],
    ],
    3,
  ],
  [
    3034,
    [
      [3695268.926131, 2826190.682835],
      [3695365.334481, 2826184.656496],
      [3695371.360839, 2826281.064861],
    ],
    1,
  ],
  [
    3035,
    [
      [4005541.490357, 3237257.594543],
      [4005641.267894, 3237251.265317],
      [4005647.614611, 3237351.10359],
    ],
    1,
  ],
  [
    3043,
    [
      [663303.928337, 5780984.299823],
      [663403.875896, 5780987.589928],
      [663400.58577, 5781087.537505],
    ],
    1,
  ],
  [
    25831,
    [
      [663303.928337, 5780984.299823],
      [663403.875896, 5780987.589928],
      [663400.58577, 5781087.537505],
    ],
    1,
  ],
  [
    25832,
    [
      [252878.453055, 5784453.211771],
      [252978.372809, 5784448.229605],
      [252983.355003, 5784548.149324],
    ],
    1,
  ],
  [
    32631,
    [
      [663303.928335, 5780984.299947],
      [663403.875895, 5780987.590052],
      [663400.585769, 5781087.537629],
    ],
    1,
  ],
  [
    3857,
    [
      [599700.751356, 6828231.372688],
      [599863.417856, 6828231.370675],
      [599863.421502, 6828394.451464],
    ],
    1,
  ],
  [
    5243,
    [
      [-349357.25513, 140557.777765],
      [-349257.568396, 140550.834703],
      [-349250.625319, 140650.521448],
    ],
    1,
  ],
  [
    4647,
    [
      [32252878.453055, 5784453.211771],
      [32252978.372809, 5784448.229605],
      [32252983.355003, 5784548.149324],
    ],
    1,
  ],
]

const farthest = (found: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): number =>
  Math.max(
    ...wanted.map(([x, y]) => Math.min(...found.map(([foundX, foundY]) => Math.hypot(x! - foundX!, y! - foundY!)))),
  )

for (const [epsg, corners, toleranceM] of SYSTEMS) {
  const ring = [...corners, corners[0]!]
  const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } }
  const geoJson = {
    type: 'FeatureCollection',
    crs,
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }],
  }
  const files = {
    GeoJSON: JSON.stringify(geoJson),
    WKT: `SRID=${epsg};POLYGON((${ring.map((at) => at.join(' ')).join(',')}))`,
  }
  for (const [format, file] of Object.entries(files))
    test(`reads EPSG:${epsg} in ${format} where it lies, within ${toleranceM} m`, async () => {
      const found = await read(file)
      assert.equal(found.isInside, true)
      const apart = farthest(found.areas[0]!.coordinates[0]!, CORNERS)
      assert.ok(apart <= toleranceM, `${apart.toFixed(2)} m: ${JSON.stringify(found.areas[0]!.coordinates[0])}`)
    })
}

test('refuses a system that only a ballpark transformation leads out of', async () => {
  const unknown =
    'PROJCS["Local",GEOGCS["Local",DATUM["Old survey",SPHEROID["Bessel 1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",5],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]'
  const geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  }
  const crs = { type: 'name', properties: { name: unknown } }
  assert.equal(await fault(JSON.stringify({ ...geometry, crs })), 'SYSTEM_UNKNOWN')
})

const SHARED = join(import.meta.dirname, '../../../shared/review/bugs')
const GIVEN = {
  'k1-lambert72.gpkg': 1,
  'k1-rd-old-28991.geojson': 1,
  'k1b-laea-3035.gpkg': 1,
  'k1b-utm31-ne-3043.gpkg': 1,
  'k1b-gauss-krueger-31467.gml': 3,
}
for (const [name, toleranceM] of Object.entries(GIVEN))
  test(`reads ${name} of others where it lies`, {
    skip: !existsSync(join(SHARED, name)) && '../shared is not here',
  }, async () => {
    const found = await read(readFileSync(join(SHARED, name)))
    assert.ok(found.isInside)
    assert.ok(farthest(found.areas[0]!.coordinates[0]!, [[155_000.175, 463_000.168]]) <= toleranceM)
  })
