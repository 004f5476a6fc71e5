/**
 * A small linear programme that grows: the greatest sum of weights, none below 0, such that the weights in each given
 * square sum to at most 1. Weights and squares are added while it stands. Dense dictionary, doubles: what comes out is
 * a good guess, and whoever needs certainty checks it with whole numbers (dual.ts).
 *
 * [Note: adding a weight] A square's slack and a weight in that square stand in its condition with the same factor 1,
 * so the column of a new weight is the sum of the columns of the slacks of all squares that hold it.
 */

const EPSILON = 1e-9
/** Equal right sides and prices make the steps stall; these tiny differences don't, and are the same in each run. */
const JITTER = 1e-6

export class Programme {
  /** Multiplications so far: the measure of work, since a clock would make results differ. */
  work = 0
  /** Rows: one for each basic variable. */
  readonly #rows: Float64Array[] = []
  readonly #right: number[] = []
  readonly #rowOf: number[] = []
  readonly #basic: number[] = []
  /** Columns: one for each variable at zero. */
  readonly #free: number[] = []
  readonly #price: number[] = []
  readonly #columnOf: number[] = []
  #seed = 1
  #width = 64

  /** @param slacks of the squares that hold the new weight. @returns its number */
  addWeight(slacks: readonly number[]): number {
    const weight = this.#rowOf.length
    const column = this.#newColumn(weight, 1 - JITTER * this.#random())
    for (const slack of slacks) {
      const row = this.#rowOf[slack]!
      if (row >= 0) {
        this.#rows[row]![column]! += 1
        continue
      }
      const from = this.#columnOf[slack]!
      for (const each of this.#rows) each[column]! += each[from]!
      this.#price[column]! += this.#price[from]!
      this.work += this.#rows.length
    }
    return weight
  }

  /** @param weights in the new square. @returns the number of its slack */
  addSquare(weights: readonly number[]): number {
    const slack = this.#rowOf.length
    const row = new Float64Array(this.#width)
    let right = 1 + JITTER * this.#random()
    for (const weight of weights) {
      const at = this.#rowOf[weight]!
      if (at < 0) {
        row[this.#columnOf[weight]!]! += 1
        continue
      }
      const other = this.#rows[at]!
      for (let c = 0; c < this.#free.length; c++) row[c]! -= other[c]!
      right -= this.#right[at]!
      this.work += this.#free.length
    }
    this.#rowOf.push(this.#rows.length)
    this.#columnOf.push(-1)
    this.#basic.push(slack)
    this.#rows.push(row)
    this.#right.push(right)
    return slack
  }

  valueOf(variable: number): number {
    const row = this.#rowOf[variable]!
    return row < 0 ? 0 : Math.max(0, this.#right[row]!)
  }

  /** How much of a square the best fractional cover takes; the answer to the mirrored question. */
  shareOf(slack: number): number {
    const column = this.#columnOf[slack]!
    return column < 0 ? 0 : Math.max(0, -this.#price[column]!)
  }

  /** Leaves out a weight that is 0 and costs at least `price`, or a square with at least `slack` to spare. @returns whether */
  dropped(variable: number, atLeast: number): boolean {
    const row = this.#rowOf[variable]!
    if (row >= 0) {
      if (this.#right[row]! < atLeast) return false
      const last = this.#rows.length - 1
      this.#rows[row] = this.#rows[last]!
      this.#right[row] = this.#right[last]!
      this.#basic[row] = this.#basic[last]!
      this.#rowOf[this.#basic[row]!] = row
      this.#rows.pop()
      this.#right.pop()
      this.#basic.pop()
    } else {
      const column = this.#columnOf[variable]!
      if (-this.#price[column]! < atLeast) return false
      const last = this.#free.length - 1
      for (const each of this.#rows) {
        each[column] = each[last]!
        each[last] = 0
      }
      this.#price[column] = this.#price[last]!
      this.#free[column] = this.#free[last]!
      this.#columnOf[this.#free[column]!] = column
      this.#price.pop()
      this.#free.pop()
    }
    this.#rowOf[variable] = -1
    this.#columnOf[variable] = -1
    return true
  }

  isZero(variable: number): boolean {
    return this.#rowOf[variable]! < 0
  }

  /** After new weights. @returns false when `most` work was not enough */
  raise(most: number): boolean {
    while (this.work < most) {
      let column = -1
      let highest = EPSILON
      for (let c = 0; c < this.#price.length; c++) {
        if (this.#price[c]! <= highest) continue
        highest = this.#price[c]!
        column = c
      }
      if (column < 0) return true
      let row = -1
      let least = Infinity
      for (let r = 0; r < this.#rows.length; r++) {
        const factor = this.#rows[r]![column]!
        if (factor <= EPSILON) continue
        const ratio = this.#right[r]! / factor
        if (ratio >= least) continue
        least = ratio
        row = r
      }
      if (row < 0) return false
      this.#exchange(row, column)
    }
    return false
  }

  /** After new squares that the weights broke. @returns false when `most` work was not enough */
  mend(most: number): boolean {
    while (this.work < most) {
      let row = -1
      let lowest = -EPSILON
      for (let r = 0; r < this.#right.length; r++) {
        if (this.#right[r]! >= lowest) continue
        lowest = this.#right[r]!
        row = r
      }
      if (row < 0) return true
      const factors = this.#rows[row]!
      let column = -1
      let least = Infinity
      for (let c = 0; c < this.#free.length; c++) {
        if (factors[c]! >= -EPSILON) continue
        const ratio = this.#price[c]! / factors[c]!
        if (ratio >= least) continue
        least = ratio
        column = c
      }
      if (column < 0) return false
      this.#exchange(row, column)
    }
    return false
  }

  #newColumn(variable: number, price: number): number {
    const column = this.#free.length
    if (column === this.#width) {
      this.#width *= 2
      for (let r = 0; r < this.#rows.length; r++) {
        const wider = new Float64Array(this.#width)
        wider.set(this.#rows[r]!)
        this.#rows[r] = wider
      }
    }
    this.#free.push(variable)
    this.#price.push(price)
    this.#rowOf.push(-1)
    this.#columnOf.push(column)
    return column
  }

  #exchange(row: number, column: number): void {
    const count = this.#free.length
    const pivot = this.#rows[row]!
    const factor = pivot[column]!
    for (let c = 0; c < count; c++) pivot[c]! /= factor
    pivot[column] = 1 / factor
    this.#right[row]! /= factor
    for (let r = 0; r < this.#rows.length; r++) {
      const each = this.#rows[r]!
      const times = each[column]!
      if (r === row || times === 0) continue
      each[column] = 0
      for (let c = 0; c < count; c++) each[c]! -= times * pivot[c]!
      this.#right[r]! -= times * this.#right[row]!
      this.work += count
    }
    const price = this.#price[column]!
    this.#price[column] = 0
    for (let c = 0; c < count; c++) this.#price[c]! -= price * pivot[c]!
    this.work += 2 * count
    const entering = this.#free[column]!
    const leaving = this.#basic[row]!
    this.#free[column] = leaving
    this.#basic[row] = entering
    this.#rowOf[entering] = row
    this.#columnOf[entering] = -1
    this.#rowOf[leaving] = -1
    this.#columnOf[leaving] = column
  }

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return this.#seed / 0x7fffffff
  }
}
