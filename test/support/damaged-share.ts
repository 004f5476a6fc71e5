/** A share of `npm run fuzz`: the same damage every time. */
import assert from 'node:assert/strict'
import { readDamaged } from '../fuzz/run.ts'

const SEED = 20_261_121
/** Only what stands still is a fault here: the ten seconds are for npm run fuzz. */
const PATIENCE_MS = 120_000

/** Reads so many damaged deliveries. @throws where one is neither refused in words nor read with its account complete */
export async function readDamagedShare(share: number): Promise<void> {
  const tally = await readDamaged(SEED, 0, share, { mostMs: PATIENCE_MS })
  assert.deepEqual(tally.faults, [])
  assert.equal(tally.tried, share)
  // Else the damage would be of one kind only, and the rest never tried.
  assert.ok(tally.read > share / 4 && tally.refused > share / 4, `${tally.read} read, ${tally.refused} refused`)
}
