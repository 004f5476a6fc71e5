/**
 * Lines of cells next to each other, 32 cells in one number, and how often squares cover each: a strip of some hundred
 * cells is counted in a few numbers, where going through its cells would take most of the time.
 */

/** Which cells hold some of the area. */
export interface OccupiedCells {
  /** Numbers in a line. */
  readonly words: number
  /** Line after line; the lowest bit is the first cell. */
  readonly bits: Int32Array
}

export const occupiedIn = (
  lines: number,
  length: number,
  isOccupied: (line: number, cell: number) => boolean,
): OccupiedCells => {
  const words = (length + 31) >>> 5
  const bits = new Int32Array(lines * words)
  for (let line = 0; line < lines; line++) {
    for (let cell = 0; cell < length; cell++) {
      if (isOccupied(line, cell)) bits[line * words + (cell >>> 5)]! |= 1 << (cell & 31)
    }
  }
  return { words, bits }
}

/**
 * How often each cell that holds some of the area is covered. All take the lines from `from` up to `to`, and of each the
 * cells from `low` up to `high`.
 */
export class BitLines {
  /** Numbers that were read. */
  work = 0
  readonly #words: number
  readonly #occupied: Int32Array
  /** Of each number n from 0: the cells that hold some of the area and are in more than n squares. */
  readonly #over: Int32Array[]

  constructor({ words, bits }: OccupiedCells) {
    this.#words = words
    this.#occupied = bits
    this.#over = [new Int32Array(bits.length), new Int32Array(bits.length)]
  }

  /** How many are in no square. */
  open(from: number, to: number, low: number, high: number): number {
    return from < to && low < high ? this.#count(this.#occupied, this.#over[0]!, from, to, low, high) : 0
  }

  /** How many are in just one. */
  once(from: number, to: number, low: number, high: number): number {
    return from < to && low < high ? this.#count(this.#over[0]!, this.#over[1]!, from, to, low, high) : 0
  }

  /** Which are in no square: line after line, 32 times as many as there are numbers. */
  openCells(): number[] {
    const cells: number[] = []
    this.#occupied.forEach((bits, word) => {
      for (let left = bits & ~this.#over[0]![word]!; left !== 0; left &= left - 1) {
        cells.push(32 * word + 31 - Math.clz32(left & -left))
      }
    })
    return cells
  }

  /** One square more covers them. */
  cover(from: number, to: number, low: number, high: number): void {
    if (from >= to || low >= high) return
    const words = this.#words
    const occupied = this.#occupied
    const once = this.#over[0]!
    const twice = this.#over[1]!
    const first = low >>> 5
    const last = (high - 1) >>> 5
    for (let w = first; w <= last; w++) {
      const mask = maskOf(w, low, high)
      for (let word = from * words + w, end = to * words; word < end; word += words) {
        const cells = occupied[word]! & mask
        const before = once[word]!
        const again = before & cells
        once[word] = before | cells
        if (again === 0) continue
        const thrice = twice[word]! & again
        twice[word]! |= again
        if (thrice !== 0) this.#raise(word, thrice)
      }
    }
    this.work += (to - from) * (last - first + 1)
  }

  /** One square less does. */
  uncover(from: number, to: number, low: number, high: number): void {
    if (from >= to || low >= high) return
    const words = this.#words
    const occupied = this.#occupied
    const once = this.#over[0]!
    const twice = this.#over[1]!
    const first = low >>> 5
    const last = (high - 1) >>> 5
    for (let w = first; w <= last; w++) {
      const mask = maskOf(w, low, high)
      for (let word = from * words + w, end = to * words; word < end; word += words) {
        const cells = occupied[word]! & mask
        const above = twice[word]! & cells
        once[word]! &= ~(cells & ~above)
        if (above !== 0) this.#lower(word, above)
      }
    }
    this.work += (to - from) * (last - first + 1)
  }

  /** These were in two squares or more already. */
  #raise(word: number, cells: number): void {
    let rising = cells
    for (let n = 2; rising !== 0; n++) {
      this.#over[n] ??= new Int32Array(this.#occupied.length)
      const over = this.#over[n]!
      const before = over[word]!
      over[word] = before | rising
      rising &= before
    }
  }

  /** These were in two or more. */
  #lower(word: number, cells: number): void {
    let falling = cells
    for (let n = 1; falling !== 0; n++) {
      const above = n + 1 < this.#over.length ? this.#over[n + 1]![word]! & falling : 0
      this.#over[n]![word]! &= ~(falling & ~above)
      falling = above
    }
  }

  /** How many are in the one and not in the other. */
  #count(one: Int32Array, other: Int32Array, from: number, to: number, low: number, high: number): number {
    const words = this.#words
    const first = low >>> 5
    const last = (high - 1) >>> 5
    let count = 0
    for (let w = first; w <= last; w++) {
      const mask = maskOf(w, low, high)
      for (let word = from * words + w, end = to * words; word < end; word += words) {
        const cells = one[word]! & ~other[word]! & mask
        if (cells !== 0) count += bitsIn(cells)
      }
    }
    this.work += (to - from) * (last - first + 1)
    return count
  }
}

/** The cells from `low` up to `high` in number `word` of a line, in which there are some. */
const maskOf = (word: number, low: number, high: number): number =>
  (-1 << Math.max(0, low - 32 * word)) & (-1 >>> Math.max(0, 32 * word + 32 - high))

const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
