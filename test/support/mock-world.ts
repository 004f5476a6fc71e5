/**
 * What the mock dashboard knows: a plain grid as cut, and a small made-up street as result. Good enough to drive the
 * window in a browser; it proves nothing about cutting, filing or merging, which have tests of their own.
 */

import type { z } from 'zod'
import { lngLatToRd, rdToLngLat } from '../../renderer/map/rd.ts'
import type { JobSummary, PartOnMap, Preview } from '../../server/contract/dashboard.ts'
import type { Job } from '../../server/contract/jobs.ts'
import type { ResultGeometry } from '../../server/domain/geometry.ts'
import type { Row } from '../../server/domain/layers.ts'
import { euros, PRICE_CENTS, priceOf, REGISTRY_LIMITS } from '../../server/domain/prices.ts'

export type Ring = [number, number][]
type Polygon = { type: 'Polygon'; coordinates: Ring[] }
type KlicType = keyof typeof REGISTRY_LIMITS

/** A refusal of the mock: what the server would answer. */
export class MockRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { pointer: string; code: string; message: string; limit?: number }[]
  constructor(status: number, code: string, message: string, errors: MockRefusal['errors'] = []) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

const box = (minX: number, minY: number, maxX: number, maxY: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ],
  ],
})
const toLngLat = (polygon: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: polygon.coordinates.map((ring) => ring.map(rdToLngLat)),
})

const surface = (ring: Ring): number =>
  Math.abs(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0)) / 2

const cross = (o: [number, number], a: [number, number], b: [number, number]): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

/** Index of a corner whose outgoing edge crosses another edge, or -1. */
const crossingCorner = (ring: Ring): number => {
  const edges = ring.slice(1).map((to, i) => [ring[i]!, to] as const)
  return edges.findIndex(([a, b], i) =>
    edges.some(
      ([c, d], j) =>
        Math.abs(i - j) > 1 &&
        Math.abs(i - j) < edges.length - 1 &&
        cross(a, b, c) * cross(a, b, d) < 0 &&
        cross(c, d, a) * cross(c, d, b) < 0,
    ),
  )
}

export const previewOf = (geometry: Polygon, klicType: KlicType): Preview & { rd: Polygon } => {
  const given = geometry.coordinates[0] ?? []
  const isRd = given.every(([x, y]) => x > 100 && y > 100_000)
  const rd: Polygon = isRd
    ? geometry
    : { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(lngLatToRd)) }
  const ring = rd.coordinates[0]!
  if (ring.some(([x, y]) => x < 0 || x > 290_000 || y < 300_000 || y > 630_000))
    throw new MockRefusal(422, 'GEOMETRY_OUTSIDE_NETHERLANDS', 'The area lies outside the Netherlands')
  const corner = crossingCorner(ring)
  if (corner >= 0)
    throw new MockRefusal(422, 'GEOMETRY_INVALID', 'The outline crosses itself', [
      {
        pointer: `/geometry/coordinates/0/${corner}`,
        code: 'SELF_CROSSING',
        message: 'an edge that starts here crosses another',
      },
    ])
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const { partSideM, orderSideM } = REGISTRY_LIMITS[klicType]
  if (Math.max(maxX - minX, maxY - minY) > orderSideM)
    throw new MockRefusal(422, 'GEOMETRY_TOO_LARGE', `The area is larger than ${orderSideM} m`)
  const columns = Math.max(1, Math.ceil((maxX - minX) / partSideM))
  const rows = Math.max(1, Math.ceil((maxY - minY) / partSideM))
  const parts: z.infer<typeof PartOnMap>[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const width = (maxX - minX) / columns
      const height = (maxY - minY) / rows
      const x = minX + column * width
      const y = minY + row * height
      const part = box(x, y, x + width, y + height)
      parts.push({
        part_no: parts.length + 1,
        extent_m: { width, height },
        area_m2: width * height,
        geometry: part,
        geometry_lnglat: toLngLat(part),
      })
    }
  return {
    rd,
    crs: isRd ? 'EPSG:28992' : 'EPSG:4326',
    area_m2: surface(ring),
    area_lnglat: toLngLat(rd),
    abroad_lnglat: null,
    quote: {
      notifications: parts.length,
      price_per_notification: euros(PRICE_CENTS),
      total: priceOf(parts.length),
      vat: 'excluded',
      billed_by: 'kadaster',
      lower_bound: parts.length,
      plain_grid: parts.length + 3,
      saved: priceOf(3),
      extra_area_m2: 0,
      rules_cost: 0,
      rules: null,
      explanation: `${parts.length} notifications`,
    },
    lower_bound: parts.length,
    plain_grid: parts.length + 3,
    extra_area_m2: 0,
    can_improve: false,
    parts,
    warnings: [],
  }
}

const THEMES = [
  ['middenspanning', 'middenspanning', '#c80000', 'Elektriciteitskabel', 'functional'],
  ['laagspanning', 'laagspanning', '#960000', 'Elektriciteitskabel', 'functional'],
  ['gasLageDruk', 'gas lage druk', '#ffd750', 'OlieGasChemicalienPijpleiding', 'functional'],
  ['gasHogeDruk', 'gas hoge druk', '#ffaf3c', 'OlieGasChemicalienPijpleiding', 'functional'],
  ['water', 'water', '#0000ff', 'Waterleiding', 'functional'],
  ['rioolVrijverval', 'riool vrijverval', '#ba38a8', 'Rioolleiding', 'disused'],
  ['datatransport', 'datatransport', '#00ff00', 'Telecommunicatiekabel', 'projected'],
] as const
const LINES_PER_THEME = 6

export interface Placed {
  layer: string
  row: Row
  geometry: ResultGeometry
}

/** The street: lines from west to east and a joint on each, a text in the middle. */
export const resultOf = (job: Job): Placed[] => {
  const ring = previewOf(job.geometry as Polygon, job.klic_type).rd.coordinates[0]!
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const across = (i: number, n: number) => minY + ((i + 0.5) / n) * (maxY - minY)
  const total = THEMES.length * LINES_PER_THEME
  const common = (i: number) => {
    const [thema, thema_naam, , , status] = THEMES[i % THEMES.length]!
    return {
      thema,
      thema_naam,
      status,
      bronhouder: i % THEMES.length < 2 ? 'KL9001' : 'KL9002',
      netbeheerder: i % THEMES.length < 2 ? 'Voorbeeld Stroom' : 'Voorbeeld Net',
    }
  }
  const lines = Array.from({ length: total }, (_, i): Placed => {
    const y = across(i, total)
    const line = Array.from({ length: 9 }, (_, k) => [minX + (k / 8) * (maxX - minX), y + Math.sin(k + i) * 2])
    return {
      layer: 'kabel_of_leiding',
      row: {
        id: `line-${i}`,
        objecttype: THEMES[i % THEMES.length]![3],
        ...common(i),
        diameter_mm: 110,
        diepte_m: 0.8,
        nauwkeurigheid_xy_cm: 100,
        lengte_m: maxX - minX,
      },
      geometry: { type: 'MultiLineString', lines: [line.flat()] },
    }
  })
  const joints = Array.from({ length: total }, (_, i): Placed => {
    const x = minX + ((i % 5) / 5 + 0.1) * (maxX - minX)
    return {
      layer: 'leidingelement',
      row: { id: `element-${i}`, objecttype: 'Appurtenance', ...common(i), type_naam: 'mof', symbool: 'mof' },
      geometry: { type: 'Point', xy: [x, across(i, total)] },
    }
  })
  const text: Placed = {
    layer: 'annotatie_punt',
    row: { id: 'text-1', objecttype: 'Annotatie', thema: 'water', tekst: '110 PVC' },
    geometry: { type: 'Point', xy: [(minX + maxX) / 2, (minY + maxY) / 2] },
  }
  return [...lines, ...joints, text]
}

export const summaryOf = (job: Job): JobSummary => ({
  revision: job.revision,
  features: THEMES.length * LINES_PER_THEME * 2,
  themes: THEMES.map(([thema, naam, colour], i) => ({
    thema,
    naam,
    colour,
    count: LINES_PER_THEME * 2,
    length_m: 1234.5 + 310 * i,
  })),
  operators: [
    {
      code: 'KL9001',
      name: 'Voorbeeld Stroom',
      delivered: true,
      involved: true,
      precaution: false,
      themes: ['middenspanning', 'laagspanning'],
      missing_in: [],
      contacts: [{ kind: 'beschadiging', name: 'Storingsdienst', phone: '+31 800 0000 001', email: '' }],
    },
    {
      code: 'KL9002',
      name: 'Voorbeeld Net',
      delivered: true,
      involved: true,
      precaution: true,
      themes: ['gasHogeDruk', 'water'],
      missing_in: [],
      contacts: [{ kind: 'netinformatie', name: 'Afdeling toezicht', phone: '+31 88 000 0002', email: '' }],
    },
    {
      code: 'KL9003',
      name: 'Voorbeeld Warmte',
      delivered: false,
      involved: null,
      precaution: false,
      themes: ['warmte'],
      missing_in: ['26G000001'],
      contacts: [{ kind: 'aanvraag', name: 'Klantenservice', phone: '+31 88 000 0003', email: '' }],
    },
  ],
  precautions: 1,
  account: null,
  warnings: [],
  extent_lnglat: null,
  made_at: '2026-11-20T12:00:00Z',
})
