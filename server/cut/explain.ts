/** The reasons of a cut for people, in English: how many, whether fewer is possible, what a plain grid would have cost. */

import { REGISTRY_LIMITS } from '../geometry/registry-limits.ts'
import type { KlicType } from '../registry/klic.ts'
import { priceOf } from '../registry/prices.ts'
import { countOf } from './quote.ts'

export interface CutExplanation {
  parts: readonly unknown[]
  orders: readonly unknown[]
  lowerBound: number
  plainGrid: number
  extraAreaM2: number
  rulesCost: number
}

export const explain = (cut: CutExplanation, klicType: KlicType, sideM: number, cents?: number): string => {
  const { orderSideM } = REGISTRY_LIMITS[klicType]
  const count = cut.parts.length
  const square = `${sideM} x ${sideM} m`
  const sentences =
    count === 1
      ? [`The area fits one notification of at most ${square}.`]
      : [`The area is covered by ${count} notifications of at most ${square}.`]
  if (cut.plainGrid > count) {
    const [grid, saved] = [priceOf(cut.plainGrid, cents), priceOf(cut.plainGrid - count, cents)]
    sentences.push(
      `A grid of ${REGISTRY_LIMITS[klicType].partSideM} m over the area would take ${cut.plainGrid} and cost EUR ${grid.amount}; this saves EUR ${saved.amount}.`,
    )
  }
  if (count > 1 && cut.lowerBound === count) sentences.push('Fewer is not possible.')
  if (cut.rulesCost > 0) {
    const [more, price] = [countOf(cut.rulesCost), priceOf(cut.rulesCost, cents)]
    sentences.push(`Your own rules take ${more} more (EUR ${price.amount}).`)
  }
  if (cut.orders.length > 1) {
    sentences.push(
      `They are filed as ${cut.orders.length} orders, because one spans at most ${orderSideM} m and 100 notifications.`,
    )
  }
  const extraM2 = Math.round(cut.extraAreaM2)
  if (extraM2 > 0) sentences.push(`Together they ask for ${extraM2} m2 more than was drawn.`)
  return sentences.join(' ')
}
