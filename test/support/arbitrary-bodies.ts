/** Random requests for fuzzing: bodies bent from those that follow a schema (from-schema.ts), GeoJSON, headers. */
import fc from 'fast-check'
import { anything } from './from-schema.ts'

const ODD = fc.oneof(
  anything,
  fc.constantFrom(null, '', ' ', 0, -0, 1e308, -1, [], {}, [[]], 'null', '\u0000', '￿', '__proto__', 'x'.repeat(5000)),
)
const ODD_NAMES = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'sumbit', ''))

/** The value with one place in it replaced, removed, or added to. */
export const bent = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, fc.nat(), fc.constantFrom('replace', 'remove', 'add'), ODD, ODD_NAMES)
    .map(([whole, at, how, odd, name]) => {
      const copy = structuredClone(whole)
      const places: { holder: Record<string, unknown>; key: string }[] = []
      const visit = (each: unknown): void => {
        if (typeof each !== 'object' || each === null) return
        for (const key of Object.keys(each)) {
          places.push({ holder: each as Record<string, unknown>, key })
          visit((each as Record<string, unknown>)[key])
        }
      }
      visit(copy)
      const place = places[at % Math.max(1, places.length)]
      if (!place) return odd
      if (how === 'replace') place.holder[place.key] = odd
      else if (how === 'remove') delete place.holder[place.key]
      else if (Array.isArray(place.holder)) place.holder.push(odd)
      else
        Object.defineProperty(place.holder, name, { value: odd, enumerable: true, configurable: true, writable: true })
      return copy
    })

const coordinate = fc.oneof(
  fc.double({ min: 0, max: 280_000, noNaN: true }),
  fc.double({ min: 300_000, max: 620_000, noNaN: true }),
  fc.double({ min: 3, max: 54, noNaN: true }),
  fc.integer({ min: 154_000, max: 156_000 }),
  fc.constantFrom(-1e308, 1e308, 5e-324, 0, -0, 90, 180, -180),
)
const near = (x: number, y: number, scale: number) =>
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 3,
      maxLength: 12,
    })
    .map((points) => points.map(([dx, dy]) => [x + dx * scale, y + dy * scale]))
    .map((points) => [...points, points[0]!])

/** Polygons in the Netherlands, crossing themselves as often as not, and things that only look like GeoJSON. */
export const geometry: fc.Arbitrary<unknown> = fc.oneof(
  near(155_000, 390_000, 900).map((ring) => ({ type: 'Polygon', coordinates: [ring] })),
  near(5.38, 52.15, 0.01).map((ring) => ({ type: 'Polygon', coordinates: [ring] })),
  fc
    .tuple(near(155_000, 390_000, 300), near(155_050, 390_050, 50))
    .map((coordinates) => ({ type: 'Polygon', coordinates })),
  fc.record({
    type: fc.constantFrom('Polygon', 'Point', 'MultiPolygon', 'GeometryCollection', 'Feature', 'polygon', ''),
    coordinates: fc.array(fc.array(fc.array(coordinate, { maxLength: 4 }), { maxLength: 6 }), { maxLength: 3 }),
  }),
)

/** Header values that Node's own client can send. */
const plainText = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((unit) => String.fromCharCode(unit)),
  maxLength: 60,
})
export const headers: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Range', 'If-None-Match', 'If-Match', 'If-Range', 'Cookie'],
    ...['If-Modified-Since', 'If-Unmodified-Since', 'X-Request-Id', 'Origin', 'Authorization', 'X-Forwarded-For'],
    ...['Content-Type', 'Content-Encoding', 'Cache-Control', 'X-HTTP-Method-Override', 'Access-Control-Request-Method'],
  ),
  fc.oneof(
    plainText,
    fc.constantFrom(
      '*/*',
      '*',
      'gzip',
      'gzip;q=0',
      'bytes=0-3',
      'bytes=9-1',
      'bytes=-1',
      'bytes=0-1,3-4',
      'W/"x"',
      '"',
    ),
    fc.constantFrom(
      'application/json',
      'application/json;q=NaN',
      'text/html',
      'br, gzip',
      'null',
      'klic_session=x',
      '',
    ),
  ),
  { maxKeys: 5 },
)
