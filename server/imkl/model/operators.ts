/** Network operators (netbeheerders) over several deliveries. Nothing here turns "unknown" into "delivered". */

import { compare, sortUnique } from '../../platform/text-order.ts'
import type { OperatorSummary } from './conversion-task.ts'

/**
 * @param lists the operators of each delivery
 * @returns each operator once, by code; delivered only if it did in every delivery that lists it
 */
export function operatorsTogether(lists: readonly (readonly OperatorSummary[])[]): OperatorSummary[] {
  const byCode = Map.groupBy(lists.flat(), ({ code }) => code)
  return [...byCode.entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([code, listed]) => ({
      code,
      name: listed[0]!.name,
      delivered: listed.every(({ delivered }) => delivered),
      involved: overall(listed.map(({ involved }) => involved)),
      precaution: listed.some(({ precaution }) => precaution),
      ...demandsTogether(listed),
      themes: sortUnique(listed.flatMap(({ themes }) => themes)),
      missingIn: sortUnique(listed.flatMap(({ missingIn }) => missingIn)),
      contacts: contactsOf(listed),
    }))
}

/** Left out where a summary of an earlier version does not know it. */
const demandsTogether = (
  listed: readonly OperatorSummary[],
): Pick<OperatorSummary, 'precautionThemes' | 'hazardous'> =>
  listed.some(({ hazardous }) => hazardous === undefined)
    ? {}
    : {
        precautionThemes: sortUnique(listed.flatMap(({ precautionThemes = [] }) => precautionThemes)),
        hazardous: listed.some(({ hazardous }) => hazardous),
      }

/** Involved somewhere is involved; not known somewhere is not known. */
function overall(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true
  return answers.includes(null) ? null : false
}

const contactsOf = (listed: readonly OperatorSummary[]): OperatorSummary['contacts'] => {
  const contacts = listed
    .flatMap((operator) => operator.contacts)
    .map(({ kind, ...contact }) => [JSON.stringify([kind, contact]), { kind, ...contact }] as const)
  const inOrder = [...new Map(contacts).entries()].sort(([a], [b]) => compare(a, b)).map(([, contact]) => contact)
  return [...inOrder.filter(({ kind }) => kind === 'voorzorg'), ...inOrder.filter(({ kind }) => kind !== 'voorzorg')]
}
