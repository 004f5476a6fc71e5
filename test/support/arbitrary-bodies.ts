/** Random requests for fuzzing: bodies that follow a JSON schema of the document, bodies bent from those, GeoJSON, headers. */
import fc from 'fast-check'

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema | false
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** A value that the schema takes, as far as a schema tells. */
export function following(schema: Schema, named: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => following(each, named)
  if (schema.$ref) return inner(named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(members.map(([name, each]) => [name, inner(each)])), {
        requiredKeys: schema.required ?? [],
      })
    }
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : anything, {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 6, (schema.minItems ?? 0) + 6),
      })
    case 'string':
      return textFor(schema)
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -100, -2e9), max: Math.min(schema.maximum ?? 1e6, 2e9) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    default:
      return anything
  }
}

function textFor({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return fc.date(YEARS).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 40) })
}
const YEARS = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

export const anything = fc.jsonValue({ maxDepth: 4 })

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
