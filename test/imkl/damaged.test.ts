/** A share of `npm run fuzz`: the same damage every time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDamaged } from '../fuzz/run.ts'

const SEED = 20_261_121
const SHARE = 300
/** Only what stands still is a fault here: the ten seconds are for npm run fuzz. */
const PATIENCE_MS = 120_000

test('damaged deliveries are refused in words or read with their account complete; none does harm', async () => {
  const tally = await readDamaged(SEED, 0, SHARE, { mostMs: PATIENCE_MS })
  assert.deepEqual(tally.faults, [])
  assert.equal(tally.tried, SHARE)
  // Else the damage would be of one kind only, and the rest never tried.
  assert.ok(tally.read > SHARE / 4 && tally.refused > SHARE / 4, `${tally.read} read, ${tally.refused} refused`)
})
