/** A place in any notation that people write or copy. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCoordinates } from '../../renderer/map/read-coordinates.ts'

const X = 155_000
const Y = 463_000
const near = (a: number, b: number, within: number) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`)

describe('coordinates in any notation', () => {
  const ORIGIN: readonly string[] = [
    ...['155000 463000', '155000, 463000', '155000,0 463000,0', 'x: 155000 y: 463000', 'RD 155000/463000'],
    ...[
      'X=155000,00; Y=463000,00',
      '155.000 463.000',
      '155.000,00 463.000,00',
      '155,0 463,0',
      '463000 155000',
      '(155000,463000)',
    ],
  ]
  for (const text of ORIGIN) test(text, () => assert.deepEqual(readCoordinates(text), { rd: [X, Y], system: 'rd' }))
  const DEGREES: readonly string[] = [
    ...['52.1551729, 5.3872036', '5.3872036 52.1551729', '52,1551729 5,3872036', 'lat: 52.1551729 lon: 5.3872036'],
    ...[
      'N 52.1551729 E 5.3872036',
      '52°9\'18.6224"N 5°23\'13.9330"E',
      '52 09 18.6224 N, 5 23 13.9330 O',
      "N52° 9.310374' E5° 23.232216'",
    ],
    'https://www.google.nl/maps/@52.1551729,5.3872036,17z',
    'https://www.openstreetmap.org/#map=19/52.1551729/5.3872036',
  ]
  for (const text of DEGREES)
    test(text, () => {
      const found = readCoordinates(text)
      assert.equal(found?.system, 'degrees')
      near(found.rd[0]!, X, 0.1)
      near(found.rd[1]!, Y, 0.1)
    })
  for (const text of [
    '',
    'Dorpsstraat 1',
    '12',
    '1 2',
    '22O000517',
    '155000',
    '155000 463000 7 8',
    'https://example.nl/155000,463000',
  ])
    test(`"${text}" is no place`, () => assert.equal(readCoordinates(text), null))
})
