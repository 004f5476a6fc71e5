/** A slow map is drawn with fewer pixels while it moves, and always ends sharp. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, mock, test } from 'node:test'
import { coarseWhileMoving } from '../../renderer/map/coarse.ts'

const RATIO = 2
const REST_MS = 1000

/** A map whose pictures take as long as its pixels say: `msSharp` for all of them. */
class SlowMap extends EventEmitter {
  clock = 0
  ratio = RATIO
  #moving = false
  readonly #msSharp: number
  constructor(msSharp: number) {
    super()
    this.#msSharp = msSharp
  }
  isMoving = () => this.#moving
  /** By whom a hand that drags the map is let go. */
  stops = 0
  stop() {
    this.stops++
    return this
  }
  /** As MapLibre does: another number of pixels stops what moves the map, and at rest is told as a movement. */
  setPixelRatio = (ratio: number) => {
    this.ratio = ratio
    this.stop()
    this.emit('move')
    if (!this.#moving) this.emit('moveend')
  }
  move(pictures: number) {
    this.#moving = true
    for (let i = 0; i < pictures; i++) {
      this.emit('move')
      this.clock += this.#msSharp * (this.ratio / RATIO) ** 2
      this.emit('render')
    }
  }
  rest() {
    this.#moving = false
    this.emit('moveend')
  }
}

const watch = (msSharp: number, isSlow = false) => {
  const map = new SlowMap(msSharp)
  const coarse = coarseWhileMoving(map as unknown as Parameters<typeof coarseWhileMoving>[0], {
    isSlow,
    ratio: () => RATIO,
    now: () => map.clock,
  })
  return { map, coarse }
}

describe('a map that moves', () => {
  test('is drawn with fewer pixels once its pictures come too late, and with all of them when it rests', () => {
    const { map, coarse } = watch(120)
    map.move(2)
    assert.equal(map.ratio, RATIO, 'one late picture says nothing')
    map.move(2)
    assert.equal(map.ratio, RATIO / 2)
    map.rest()
    assert.equal(coarse.sharpen(), true)
    assert.equal(map.ratio, RATIO)
    assert.equal(coarse.sharpen(), false, 'it is sharp already')
    map.move(1)
    assert.equal(map.ratio, RATIO / 2, 'the next time from the first picture')
    assert.equal(map.stops, 0, 'the hand that moves it is not let go')
    map.stop()
    assert.equal(map.stops, 1, 'and can still be')
  })

  test('stays as it is where its pictures come in time', () => {
    const { map } = watch(16)
    map.move(50)
    assert.equal(map.ratio, RATIO)
  })

  test('is coarse from the start where the processor draws, and sharp again where that is quick', () => {
    const { map, coarse } = watch(20, true)
    assert.equal(map.ratio, RATIO / 2)
    map.move(10)
    map.rest()
    coarse.sharpen()
    map.move(10)
    assert.equal(map.ratio, RATIO)
  })

  test('is sharp after a while also when something of it never comes, but not under a hand that goes on', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { map } = watch(120, true)
      map.move(5)
      map.rest()
      mock.timers.tick(REST_MS - 1)
      assert.equal(map.ratio, RATIO / 2)
      map.move(1)
      mock.timers.tick(REST_MS)
      assert.equal(map.ratio, RATIO / 2, 'it moves')
      map.rest()
      mock.timers.tick(REST_MS)
      assert.equal(map.ratio, RATIO)
    } finally {
      mock.timers.reset()
    }
  })

  test('is left alone when it is gone', () => {
    const { map, coarse } = watch(120)
    coarse.stop()
    map.move(10)
    assert.equal(map.ratio, RATIO)
  })
})
