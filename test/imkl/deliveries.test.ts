/** The real example deliveries against what an independent reader found in them; skips where they are absent. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { type MergedFixture, mergePaths } from '../support/imkl-fixture.ts'
import { shared } from '../support/shared.ts'

interface CountAndLength {
  count: number
  length_m?: number
}
interface ExpectedResult {
  classes: Record<string, CountAndLength>
  features: (CountAndLength & { class: string; theme: string | null; operator: string })[]
  operators: {
    code: string
    name: string
    delivered: boolean
    involved?: boolean | null
    not_delivered_in?: string[]
  }[]
  documents: { files: number; identifiers: number; references: number }
  bbox: { request: number[] }
}

const expectedFile = shared('deliveries/expected.json')
const skip = expectedFile ? false : 'the example deliveries (../shared/deliveries) are not here'
const expected: {
  deliveries: Record<string, ExpectedResult>
  groups: Record<string, ExpectedResult & { deliveries: string[] }>
} = expectedFile ? JSON.parse(readFileSync(expectedFile, 'utf8')) : { deliveries: {}, groups: {} }

const fileOf = (name: string): string => shared(`deliveries/Levering_${name}.zip`)!
const SINGLE_TOLERANCE_M = 0.001
const MERGED_TOLERANCE_M = 0.1

function assertClasses(
  found: ResultSummary['objecttypes'],
  wanted: Record<string, CountAndLength>,
  toleranceM: number,
): void {
  assert.deepEqual(countsOf(found), countsOf(wanted))
  for (const [name, { length_m: length }] of Object.entries(wanted)) {
    assert.equal(found[name]!.length_m === undefined, length === undefined, name)
    if (length !== undefined)
      assert.ok(
        Math.abs(found[name]!.length_m! - length) <= toleranceM + 1e-9,
        `${name}: ${found[name]!.length_m} is not ${length}`,
      )
  }
}

const countsOf = (classes: Record<string, CountAndLength>): [string, number][] =>
  Object.entries(classes)
    .map(([name, { count }]): [string, number] => [name, count])
    .sort()

const keysOf = (rows: readonly (readonly [string, string | null, string, number])[]): string[] =>
  rows.map((row) => JSON.stringify(row)).sort()

function assertDetail(summary: ResultSummary, wanted: ExpectedResult): void {
  assert.deepEqual(
    keysOf(summary.detail.map((row) => [row.objecttype, row.thema, row.bronhouder, row.count])),
    keysOf(wanted.features.map((row) => [row.class, row.theme, row.operator, row.count])),
  )
}

/** Everything that leaves the merge, in order. */
const fingerprint = ({ summary, features, tables }: MergedFixture): string =>
  createHash('sha256')
    .update(JSON.stringify([summary, features, tables]))
    .digest('hex')

test('a single delivery gives the counts, lengths, operators and documents of an independent reader', {
  skip,
}, async (t) => {
  for (const [name, wanted] of Object.entries(expected.deliveries)) {
    await t.test(name, async (t) => {
      const { summary, features } = await mergePaths(t, [fileOf(name)])
      assertClasses(summary.objecttypes, wanted.classes, SINGLE_TOLERANCE_M)
      assertDetail(summary, wanted)
      for (const { class: objecttype, theme, operator, length_m: length } of wanted.features) {
        const found = summary.detail.find(
          (row) => row.objecttype === objecttype && row.thema === theme && row.bronhouder === operator,
        )
        if (length !== undefined) assert.ok(Math.abs(found!.length_m! - length) <= SINGLE_TOLERANCE_M + 1e-9)
      }
      assert.deepEqual(
        summary.operators.map(({ code, name, delivered, involved }) => ({ code, name, delivered, involved })),
        wanted.operators.map(({ code, name, delivered, involved }) => ({ code, name, delivered, involved })),
      )
      const { files, identifiers, references } = wanted.documents
      assert.deepEqual(summary.documents, { files, identifiers, references })
      assert.deepEqual(summary.deliveries[0]!.extent, wanted.bbox.request)
      assert.equal(summary.features, features.length)
      assert.ok(!summary.warnings.some(({ code }) => code === 'UNRESOLVED_REFERENCE' || code === 'DOCUMENT_MISSING'))
    })
  }
})

test('merged deliveries give the counts and net lengths of an independent reader', { skip }, async (t) => {
  for (const [name, wanted] of Object.entries(expected.groups)) {
    await t.test(name, async (t) => {
      const { summary } = await mergePaths(t, wanted.deliveries.map(fileOf))
      assertClasses(summary.objecttypes, wanted.classes, MERGED_TOLERANCE_M)
      assertDetail(summary, wanted)
      const { files, identifiers, references } = wanted.documents
      assert.deepEqual(summary.documents, { files, identifiers, references })
      assert.deepEqual(
        summary.operators.map(({ code, delivered, missingIn }) => [code, delivered, missingIn.length]),
        wanted.operators.map(({ code, delivered, not_delivered_in: missing }) => [code, delivered, missing!.length]),
      )
    })
  }
})

test('the order in which deliveries are named changes nothing, and a second run gives the same', {
  skip,
}, async (t) => {
  const [first, second] = expected.groups.tiles!.deliveries.map(fileOf)
  const straight = fingerprint(await mergePaths(t, [first!, second!]))
  assert.equal(fingerprint(await mergePaths(t, [second!, first!])), straight)
  assert.equal(fingerprint(await mergePaths(t, [first!, second!])), straight)
})

test('the same polygon delivered twice gives the same map as once', { skip }, async (t) => {
  const [first, second] = expected.groups.same_polygon!.deliveries.map(fileOf)
  const once = await mergePaths(t, [first!])
  const twice = await mergePaths(t, [first!, second!])
  const shapes = ({ features }: MergedFixture): string[] =>
    features
      .filter(({ layer }) => layer !== 'aanvraag_polygoon')
      .map(({ row, geometry }) => JSON.stringify([row.id, row.afgekapt, geometry]))
  assert.deepEqual(shapes(twice), shapes(once))
})

test('no row of a real delivery has a column that its layer does not have, and no personal data', {
  skip,
}, async (t) => {
  const { features, tables } = await mergePaths(t, [fileOf('22G003180_1')])
  const { LAYERS, TABLES } = await import('../../server/imkl/model/layers.ts')
  for (const { layer, row } of features) {
    const columns = new Set(LAYERS.find(({ name }) => name === layer)!.columns.map(({ name }) => name))
    assert.deepEqual(
      Object.keys(row).filter((name) => !columns.has(name)),
      [],
      layer,
    )
  }
  for (const [table, rows] of Object.entries(tables)) {
    const columns = TABLES.find(({ name }) => name === table)!.columns.map(({ name }) => name)
    for (const row of rows) assert.deepEqual(Object.keys(row).sort(), [...columns].sort(), table)
  }
  assert.ok(!JSON.stringify([features, tables]).includes('Jan Janssen'))
})
