/**
 * A calamity (calamiteitenmelding): digging that can't wait, because somebody may be hurt, great damage threatens or a supply is
 * seriously interrupted. The registry answers at once with the operators concerned and where they are called, before any delivery.
 * Source of the duties: Kadaster, Calamiteitenmelding (kadaster.nl/zakelijk/producten/graafwerk/calamiteitenmelding), and the
 * inspection (RDI) on reporting one; WIBON.
 */
import { HAZARDOUS_THEME, mustBeSpokenTo } from './speak-to.ts'
import { workingDaysLater } from './working-days.ts'

/** An operator concerned, and where it is called about this. */
export interface ConcernedOperator {
  name: string
  /** Ids as deliveries have them */
  themes: string[]
  /** Its cables and pipes lie beside the place of digging only */
  isBeside: boolean
  managesSafetyArea: boolean
  contact: { name: string | null; phone: string | null; email: string | null }
}

/** Called before digging: the registry names themes only, so any pipeline with hazardous contents counts. */
export const mustBeCalled = ({ themes, managesSafetyArea }: ConcernedOperator): boolean =>
  managesSafetyArea || mustBeSpokenTo({ precaution: false, hazardous: themes.includes(HAZARDOUS_THEME) })

/** Those that must be called first, those beside the place last; as the registry names them otherwise. */
export const inCallingOrder = (operators: readonly ConcernedOperator[]): ConcernedOperator[] => {
  const rank = (operator: ConcernedOperator): number => (mustBeCalled(operator) ? 0 : operator.isBeside ? 2 : 1)
  return operators.toSorted((a, b) => rank(a) - rank(b))
}

/** The last day on which the client of the work accounts for it at the inspection: the working day after. */
export const accountBy = (filedOn: string): string => workingDaysLater(filedOn, 1)

/** What stands on the one page of a calamity. */
export interface CalamityPage {
  klicNumber: string | null
  reference: string | null
  what: string | null
  /** Where it is, in words; null: none were given */
  place: string | null
  /** Rings in RD New, metres: the part as it was filed */
  area: readonly (readonly (readonly [number, number])[])[]
  contact: { name: string; phone: string; email: string } | null
  /** When the registry took it, ISO 8601 */
  answeredAt: string
  /** Dutch day */
  accountBy: string
  operators: readonly ConcernedOperator[]
  /** Nothing of it is real */
  isTest: boolean
}
