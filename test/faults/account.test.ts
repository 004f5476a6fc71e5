/** The account of all real deliveries adds up. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import type { AccountCounts } from '../../server/imkl/model/account.ts'
import { mergePaths } from '../support/imkl-fixture.ts'
import { shared } from '../support/shared.ts'

const folder = shared('deliveries/expected.json')
const files = folder
  ? readdirSync(dirname(folder))
      .filter((name) => name.endsWith('.zip'))
      .map((name) => shared(`deliveries/${name}`)!)
  : []
const skip = files.length > 0 ? false : 'the example deliveries (../shared/deliveries) are not here'

const sumOf = ({ drawn, without_geometry, administrative, unknown, merged }: AccountCounts): number =>
  drawn + without_geometry + administrative + unknown + merged

test('every member of a real delivery is accounted for, singly and merged', { skip }, async (t) => {
  let delivered = 0
  for (const file of files) {
    const { summary, features } = await mergePaths(t, [file])
    const { total, operators } = summary.account!
    assert.equal(total.delivered, summary.deliveries[0]!.members)
    assert.equal(total.delivered, sumOf(total))
    assert.ok(operators.every((row) => row.delivered === sumOf(row)))
    assert.equal(total.merged, 0)
    assert.equal(total.drawn, features.filter(({ geometry }) => geometry !== null).length)
    delivered += total.delivered
  }
  const { summary, features } = await mergePaths(t, files)
  const { total } = summary.account!
  assert.equal(total.delivered, delivered)
  assert.equal(total.delivered, sumOf(total))
  assert.equal(total.drawn + total.without_geometry, features.length)
  assert.ok(total.merged > 0)
})
