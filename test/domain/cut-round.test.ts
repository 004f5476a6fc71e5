import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseArea } from '../../server/domain/area.ts'
import { isTooFewRound } from '../../server/domain/cut/round.ts'
import { cutArea } from '../../server/domain/cut.ts'
import { mmRings } from '../../server/domain/plane.ts'
import { everydayArea } from '../support/everyday-areas.ts'

const SIDE = 500_000
const areaOf = (number: number) => normaliseArea({ geometry: everydayArea('ring road', number).geometry }).area

test('of rings on which weights end just below a whole number it is proven that fewer is impossible', () => {
  for (const number of [37, 73, 79]) {
    const cut = cutArea(areaOf(number), 'GRAAF')
    assert.equal(cut.lowerBound, cut.parts.length, `ring ${number}`)
  }
})

test('nothing is proven of as many squares as are known to cover a ring, nor without looks', () => {
  for (const number of [2, 5, 8, 37, 73, 79]) {
    const rings = mmRings(areaOf(number))
    const { parts } = cutArea(areaOf(number), 'GRAAF')
    assert.equal(isTooFewRound(rings, SIDE, parts.length, { left: 1e8 }), false, `ring ${number}`)
    assert.equal(isTooFewRound(rings, SIDE, parts.length - 1, { left: 1e8 }), true, `ring ${number}`)
    assert.equal(isTooFewRound(rings, SIDE, parts.length - 1, { left: 0 }), false)
  }
})
