/** The staging in memory and the one in a file answer alike, and so does one that moves half-way. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { openStaging, type Staging } from '../../server/exports/geopackage/staging.ts'

/** Few, so that they meet; some sort otherwise in UTF-16 than in UTF-8. */
const name = fc.constantFrom('a', 'b', 'B', 'aa', 'é', '￿', '\u{1f6a7}', '', '__proto__')
const member = fc.record({
  delivery: fc.nat(2),
  order: fc.option(fc.nat(3)),
  objecttype: fc.constantFrom('Kast', 'UtilityLink', 'Mast'),
  id: name,
  body: fc.string(),
  geometry: fc.option(fc.uint8Array({ maxLength: 16 })),
})
const reference = fc.record({
  delivery: fc.nat(2),
  property: fc.constantFrom('link', 'extraGeometrie', '__proto__'),
  from: name,
  to: name,
})

function answers(staging: Staging) {
  staging.seal()
  const plain = (one: { geometry: Uint8Array | null } | undefined) =>
    one && { ...one, order: undefined, geometry: one.geometry && [...one.geometry] }
  const names = ['a', 'b', 'é', '\u{1f6a7}', '', '__proto__', 'nobody']
  return {
    order: [...staging.inOrder()].map((one) => [one.order, plain(one)]),
    count: staging.countInOrder(),
    found: [0, 1, 2].flatMap((delivery) => names.map((id) => plain(staging.find(delivery, id)))),
    referrers: names.map((to) => staging.referrers('link', to)),
    kinds: [...staging.referenceProperties()].sort(),
    unresolved: staging.unresolved(),
    unreferenced: staging.unreferenced('UtilityLink', 'link'),
  }
}

test('what is kept in memory, in a file, or in the one and then the other gives the same answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-staging-'))
  try {
    fc.assert(
      fc.property(fc.array(fc.oneof(member, reference), { maxLength: 60 }), (things) => {
        const [memory, file, both] = [Number.POSITIVE_INFINITY, 0, 3000].map((most, i) => {
          const staging = openStaging(join(folder, `${i}.db`), most)
          try {
            for (const thing of things) {
              if ('to' in thing) staging.addReference(thing.delivery, thing.property, thing.from, thing.to)
              else staging.addMember(thing.delivery, thing.order, thing)
            }
            return answers(staging)
          } finally {
            staging.close()
          }
        })
        assert.deepEqual(memory, file)
        assert.deepEqual(both, file)
        assert.deepEqual(readdirSync(folder), [], 'the file goes with it')
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
