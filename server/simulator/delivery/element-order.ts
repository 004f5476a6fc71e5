/**
 * The order in which the model wants what cables, pipes and their elements say of themselves; the schema refuses another.
 * First what INSPIRE gives their kind, then what IMKL adds to all, then what IMKL adds to the class.
 */
import ORDER from '../data/element-order.json' with { type: 'json' }

const RANKS = new Map(ORDER.map((name, rank) => [name, rank]))

const rankOf = (element: string): number => {
  const name = /^<([\w:-]+)/.exec(element)?.[1] ?? ''
  const rank = RANKS.get(name)
  if (rank === undefined) throw new Error(`No place in the model's order is known for ${name}`)
  return rank
}

/** @param elements each one XML element, or empty; several of one name keep their order */
export const inOrder = (elements: readonly string[]): string =>
  elements
    .filter((element) => element !== '')
    .map((element) => ({ element, rank: rankOf(element) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ element }) => element)
    .join('')
