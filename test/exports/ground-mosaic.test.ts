import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateLevelOf, type Picture, writeTiles } from '../../server/exports/ground/mosaic.ts'
import { pixelsPerMetre, tileSets } from '../../server/exports/ground/placing.ts'
import { tilePng } from '../../server/exports/ground/png-tile.ts'
import { TILE } from '../../server/exports/ground/tile.ts'
import { pixelsOf, rgb } from '../support/png.ts'

type Colour = (x: number, y: number) => number

const BLACK = rgb(0, 0, 0)
const WHITE = rgb(255, 255, 255)

/** Of so many pixels a metre, at whole metres, with the frame that the registry draws. */
function picture(minX: number, maxY: number, metres: [number, number], perMetre: number, colour: Colour): Picture {
  const [width, height] = metres.map((length) => length * perMetre) as [number, number]
  const extent = { minX, maxY, maxX: minX + metres[0], minY: maxY - metres[1] }
  const isFrame = (x: number, y: number): boolean => x === 0 || y === 0 || x === width - 1 || y === height - 1
  return {
    width,
    height,
    extent,
    async *rows() {
      const row = new Uint32Array(width)
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) row[x] = isFrame(x, y) ? BLACK : colour(x, y)
        yield row
      }
    },
  }
}

interface Tile {
  level: number
  column: number
  row: number
  png: Buffer
}

async function tilesOf(
  pictures: readonly Picture[],
): Promise<{ level: number; tiles: Tile[]; at: ReturnType<typeof reader> }> {
  const [set, ...others] = tileSets(pictures)
  assert.equal(others.length, 0)
  const tiles: Tile[] = []
  await writeTiles(set!, (level, column, row, png) => tiles.push({ level, column, row, png }))
  return { level: set!.level, tiles, at: reader(tiles) }
}

/** The pixel of a level, counted from the top left of the set; 0 where there is none. */
const reader = (tiles: readonly Tile[]) => {
  const read = new Map<string, Promise<Uint32Array>>()
  for (const { level, column, row, png } of tiles) read.set(`${level} ${column} ${row}`, pixelsOf(png))
  return async (level: number, x: number, y: number): Promise<number> => {
    const pixels = await read.get(`${level} ${Math.floor(x / TILE)} ${Math.floor(y / TILE)}`)
    return pixels?.[(y % TILE) * TILE + (x % TILE)] ?? 0
  }
}

const [RED, GREEN, BLUE] = [rgb(200, 20, 30), rgb(30, 200, 20), rgb(20, 30, 200)]

test('each pixel is copied to its place, and the black frame has the colour of what lies beside it', async () => {
  const colour: Colour = (x, y) => rgb((x * 3) % 240, (y * 5) % 240, (x + y) % 200)
  const one = picture(1000, 2000, [60, 45], 14, colour)
  const { level, at } = await tilesOf([one])
  assert.equal(level, 0)
  for (let y = 0; y < one.height; y += 7)
    for (let x = 0; x < one.width; x += 11) {
      const [inX, inY] = [Math.min(Math.max(x, 1), one.width - 2), Math.min(Math.max(y, 1), one.height - 2)]
      assert.equal(await at(level, x, y), colour(inX, inY), `${x}, ${y}`)
    }
  for (const [x, y] of [
    [one.width - 1, one.height - 1],
    [0, one.height - 1],
    [one.width - 1, 0],
  ] as const)
    assert.notEqual(await at(level, x, y), BLACK, 'a corner')
  assert.equal(await at(level, one.width, 3), 0, 'beside it is nothing')
  assert.equal(await at(level, 3, one.height), 0, 'below it is nothing')
})

test('black that is no frame stays black', async () => {
  const { at } = await tilesOf([picture(0, 100, [10, 10], 5, (x, y) => (x > 10 && y > 10 ? BLACK : WHITE))])
  assert.equal(await at(0, 20, 20), BLACK)
})

test('paper that is nearly white becomes white, and nothing else changes', async () => {
  const { at } = await tilesOf([
    picture(0, 100, [10, 10], 5, (x) => (x < 20 ? rgb(0xf8, 0xfa, 0xff) : rgb(0xf7, 0xff, 0xff))),
  ])
  assert.equal(await at(0, 5, 5), WHITE)
  assert.equal(await at(0, 30, 5), rgb(0xf7, 0xff, 0xff))
})

test('side by side and overlapping: no seam, the later on top, and no frame over what the other shows', async () => {
  const left = picture(0, 100, [50, 50], 14, () => RED)
  const beside = picture(50, 100, [50, 50], 14, () => GREEN)
  const over = picture(25, 75, [50, 50], 14, () => BLUE)
  const { level, at } = await tilesOf([left, beside, over])
  const colour = (x: number, y: number) => at(level, x, y)
  assert.equal(await colour(50 * 14 - 1, 10), RED)
  assert.equal(await colour(50 * 14, 10), GREEN)
  assert.equal(await colour(50 * 14, 40 * 14), BLUE)
  // Where the frame of the later lies over the earlier, that is seen.
  assert.equal(await colour(25 * 14, 30 * 14), RED)
  assert.equal(await colour(25 * 14 + 1, 30 * 14), BLUE)
  assert.equal(await colour(60 * 14, 25 * 14), GREEN)
  // Below the two the frame of the later is all there is.
  assert.equal(await colour(25 * 14, 60 * 14), BLUE)
  assert.equal(await colour(10, 60 * 14), 0)
})

test('an older picture that covers the same ground does not hide a newer one, nor the other way round', async () => {
  const wide = picture(0, 100, [100, 100], 5, () => RED)
  const { level, at } = await tilesOf([picture(40, 60, [20, 20], 5, () => GREEN), wide])
  assert.equal(await at(level, 250, 250), RED)
  const turned = await tilesOf([wide, picture(40, 60, [20, 20], 5, () => GREEN)])
  assert.equal(await turned.at(turned.level, 250, 250), GREEN)
  assert.equal(await turned.at(turned.level, 10, 10), RED)
})

test('each level above is halfway between the mean and the darkest of four, in steps of sixteen where that is an area', async () => {
  const [dark, light] = [rgb(64, 64, 64), rgb(192, 192, 192)]
  const { level, at } = await tilesOf([
    picture(0, 100, [100, 100], 14, (x, y) => (x % 2 === 0 && y % 2 === 0 ? dark : light)),
  ])
  // The mean is 160, the darkest 64.
  assert.equal(await at(level - 1, 100, 100), rgb(112, 112, 112))
})

test('above the finest level areas keep their colours, and what is fine has one of a few greys or of theirs', async () => {
  const [water, field] = [rgb(0xd0, 0xe0, 0xe0), rgb(0xf0, 0xf0, 0xa0)]
  const { level, tiles, at } = await tilesOf([
    picture(0, 100, [30, 30], 14, (x, y) => {
      // Lines of every grey, each beside water on one side and a field on the other.
      if (y % 20 < 2) return rgb(y >> 1, y >> 1, y >> 1)
      return x < 210 ? water : field
    }),
    picture(100, 100, [10, 10], 14, () => water),
  ])
  const fine = tiles.filter((tile) => tile.level === level).map(({ png }) => png)
  const above = tiles.filter((tile) => tile.level === level - 1)
  const colours = new Set((await Promise.all(above.map(({ png }) => pixelsOf(png)))).flatMap((pixels) => [...pixels]))
  assert.ok((await at(level - 1, 20, 8)) === water && (await at(level - 1, 190, 8)) !== water)
  assert.ok(new Set([...(await pixelsOf(fine[0]!))]).size > 16, 'there are many to begin with')
  assert.ok(colours.size <= 16 && above.every(({ png }) => png[24]! <= 4), `${colours.size} colours`)
  // A dark line beside water is grey, not the colour of water.
  const line = await at(level - 1, 20, 50)
  assert.deepEqual([line & 255, line & 255], [(line >> 8) & 255, (line >> 16) & 255])
})

test('of a level every tile with something in it is there, and none without', async () => {
  const far = [picture(0, 3000, [20, 20], 14, () => RED), picture(1500, 1500, [20, 20], 14, () => GREEN)]
  const { level, tiles } = await tilesOf(far)
  for (let at = 0; at <= level; at++) {
    const places = tiles.filter((tile) => tile.level === at).map(({ column, row }) => `${column} ${row}`)
    assert.equal(new Set(places).size, places.length)
  }
  for (const { png } of tiles) assert.ok((await pixelsOf(png)).some((pixel) => pixel !== 0))
  assert.equal(tiles.filter((tile) => tile.level === level).length, 2)
})

test('the coarsest level is one tile where that is the finest too, and else two by two, of which four pixels are one', async () => {
  const [dark, light] = [rgb(64, 96, 64), rgb(192, 224, 192)]
  const chequered: Colour = (x, y) => (x < 600 === y < 600 ? dark : light)
  for (const [metres, finest, coarsest] of [
    [30, 0, ['0 0']],
    [36, 0, ['0 0']],
    [37, 0, ['0 0', '1 0', '0 1', '1 1']],
    [73, 0, ['0 0', '1 0', '0 1', '1 1']],
    [74, 1, ['0 0', '1 0', '0 1', '1 1']],
    [147, 2, ['0 0', '1 0', '0 1', '1 1']],
  ] as const) {
    const { level, tiles, at } = await tilesOf([picture(0, 1000, [metres, metres], 14, chequered)])
    const places = tiles.filter((tile) => tile.level === 0).map(({ column, row }) => `${column} ${row}`)
    assert.deepEqual([level, new Set(places)], [finest, new Set(coarsest)], `${metres} m`)
    if (level === 1) assert.deepEqual([await at(0, 299, 300), await at(0, 300, 300)], [light, dark])
  }
})

test('what is wide is laid strip by strip, and has no seam where they meet, at any level', async () => {
  // Of 91 tiles the first strip has 64; where the second begins two pictures lie in both.
  const seam = 64 * TILE
  const opened: string[] = []
  const told = (name: string, one: Picture): Picture => ({
    ...one,
    rows() {
      opened.push(name)
      return one.rows()
    },
  })
  const { level, tiles, at } = await tilesOf([
    told(
      'left',
      picture(0, 10, [5, 5], 100, () => RED),
    ),
    told(
      'under',
      picture(322, 10, [10, 10], 100, () => GREEN),
    ),
    told(
      'over',
      picture(325, 8, [6, 6], 100, () => BLUE),
    ),
    told(
      'right',
      picture(460, 10, [5, 5], 100, () => RED),
    ),
  ])
  assert.deepEqual(opened, ['left', 'under', 'over', 'under', 'over', 'right'])
  assert.equal(level, 6)
  const columns = tiles.filter((tile) => tile.level === level).map(({ column }) => column)
  assert.deepEqual([...new Set(columns)], [0, 62, 63, 64, 89, 90])
  const places = tiles.map(({ level, column, row }) => `${level} ${column} ${row}`)
  assert.equal(new Set(places).size, places.length)
  for (const x of [seam - 2, seam - 1, seam, seam + 1]) {
    assert.equal(await at(level, x, 100), GREEN, `${x}`)
    assert.equal(await at(level, x, 500), BLUE, `${x}`)
  }
  for (let one = level - 1; one >= 0; one--) {
    const scale: number = 2 ** (level - one)
    const pixel = (x: number): Promise<number> => at(one, Math.floor(x / scale), Math.floor(450 / scale))
    assert.equal(await pixel(seam - 1), await pixel(seam), `level ${one}`)
    for (const x of [250, seam, 46_250]) assert.notEqual(await pixel(x), 0, `${x} of level ${one}`)
    assert.equal(await pixel(20_000), 0, `level ${one}`)
  }
})

test('the levels above all strips are made of them all', async () => {
  const [left, right] = [picture(0, 5, [5, 5], 100, () => RED), picture(1000, 5, [5, 5], 100, () => GREEN)]
  const { level, tiles, at } = await tilesOf([left, right])
  assert.equal(level, 7)
  const above = tiles.filter((tile) => tile.level < 2).map(({ level, column, row }) => [level, column, row])
  assert.deepEqual(above, [
    [1, 0, 0],
    [1, 3, 0],
    [0, 0, 0],
    [0, 1, 0],
  ])
  for (let one = 0; one <= level; one++) {
    const scale = 2 ** (level - one)
    for (const x of [250, 100_250])
      assert.notEqual(await at(one, Math.floor(x / scale), Math.floor(250 / scale)), 0, `${x} of level ${one}`)
  }
})

test('a tile with few colours takes few bits, one with more than 256 is kept in full colour', async () => {
  const bitsOf = async (colours: number): Promise<[bits: number, kind: number]> => {
    const { tiles } = await tilesOf([
      picture(0, 100, [30, 30], 14, (x, y) => rgb(((x * 30 + y) % colours) % 200, ((x * 30 + y) % colours) / 200, 9)),
    ])
    const { png } = tiles.find(({ level }) => level === 0)!
    return [png[24]!, png[25]!]
  }
  // Nothing, beside the picture, is a colour too.
  assert.deepEqual(await bitsOf(1), [1, 3])
  assert.deepEqual(await bitsOf(3), [2, 3])
  assert.deepEqual(await bitsOf(15), [4, 3])
  assert.deepEqual(await bitsOf(255), [8, 3])
  assert.deepEqual(await bitsOf(300), [8, 6])
})

test('the same pictures give the same bytes in the same order', async () => {
  const pictures = () => [
    picture(0, 100, [70, 60], 14, (x, y) => rgb((x * y) % 251, x % 7, y % 11)),
    picture(30, 80, [70, 60], 14, (x, y) => rgb(x % 13, (x * y) % 241, y % 5)),
  ]
  const [one, other] = [await tilesOf(pictures()), await tilesOf(pictures())]
  assert.deepEqual(one.tiles, other.tiles)
})

test('the smaller a picture is, the better it is packed; of several it is their mean that counts', async () => {
  const plain = (metres: number) => picture(0, 600, [metres, metres], 14, () => RED)
  const packing = (...metres: number[]) => deflateLevelOf(tileSets(metres.map(plain))[0]!)
  const metres = [60, 390, 400, 450, 460]
  assert.deepEqual(
    metres.map((each) => packing(each)),
    [7, 7, 6, 6, 5],
  )
  assert.deepEqual([packing(400, 60), packing(400, 400, 400)], [7, 6])
  const { tiles } = await tilesOf([
    picture(0, 600, [60, 60], 14, (x, y) => ((x * x + y * 7) % 31 === 0 ? RED : (x + y * y) % 17 === 0 ? BLUE : GREEN)),
  ])
  const pixels = await pixelsOf(tiles[0]!.png)
  const [best, soon] = [await tilePng(pixels, 7), await tilePng(pixels, 6)]
  assert.ok(best.length < soon.length)
  assert.equal(tiles[0]!.png.length, best.length)
})

test('a picture fits when it has whole pixels a metre, the same both ways', () => {
  const sized = (width: number, height: number, metresX: number, metresY: number) =>
    pixelsPerMetre({ width, height, extent: { minX: 0, minY: 0, maxX: metresX, maxY: metresY } })
  assert.equal(sized(1400, 700, 100, 50), 14)
  assert.equal(sized(1401, 700, 100, 50), 14, 'a pixel more')
  assert.equal(sized(1400, 650, 100, 50), null)
  assert.equal(sized(1450, 725, 100, 50), null)
  assert.equal(sized(20, 10, 100, 50), null)
})

test('the corners of a picture that is off by a fraction of a pixel are exact: it has a set of its own', () => {
  const extent = { minX: 10.3, minY: 20.1, maxX: 110.33, maxY: 70.1 }
  const odd = { width: 1400, height: 700, extent }
  const even = { width: 1400, height: 700, extent: { minX: 0, minY: 0, maxX: 100, maxY: 50 } }
  const sets = tileSets([odd, even])
  assert.equal(sets.length, 2)
  const [set] = sets.filter(({ pictures }) => pictures[0]!.picture === odd)
  assert.deepEqual(set!.origin, { x: 10.3, y: 70.1 })
  assert.ok(Math.abs(set!.origin.x + 1400 * set!.pixel.x - 110.33) < 1e-9)
  assert.ok(Math.abs(set!.origin.y - 700 * set!.pixel.y - 20.1) < 1e-9)
})

test('pictures share a set when they are near each other, and the finest scale comes last', () => {
  const at = (minX: number, perMetre: number) => ({
    width: 100 * perMetre,
    height: 100 * perMetre,
    extent: { minX, minY: 0, maxX: minX + 100, maxY: 100 },
  })
  const sets = tileSets([at(0, 14), at(20_000, 14), at(4000, 14), at(50, 5)])
  assert.deepEqual(
    sets.map(({ perMetre, pictures }) => [perMetre, pictures.length]),
    [
      [5, 1],
      [14, 2],
      [14, 1],
    ],
  )
})
