/** The one rule for which operators must be spoken to before digging, and whom to call there (imkl/rows/demands.ts finds them). */

/** Oil, gas and chemicals under high pressure. */
export const HAZARDOUS_THEME = 'buisleidingGevaarlijkeInhoud'

interface ContactReasons {
  /** A precaution was delivered for the dig */
  precaution: boolean
  /** Of a summary of an earlier version it is not known */
  hazardous?: boolean | undefined
}

/** Its operator must be spoken to before digging. */
export const mustBeSpokenTo = ({ precaution, hazardous }: ContactReasons): boolean => precaution || hazardous === true

/** A hazardous pipeline without a delivered precaution: to be spoken to, without a term. */
export const isHazardousOnly = ({ precaution, hazardous }: ContactReasons): boolean => !precaution && hazardous === true

/** Whom to call before digging: every contact that the precautions name, else those for questions on the network. */
export function contactsBeforeDigging<C extends { kind: string }>({ contacts }: { contacts: readonly C[] }): C[] {
  const ofKind = (wanted: string) => contacts.filter(({ kind }) => kind === wanted)
  return ofKind('voorzorg').length > 0 ? ofKind('voorzorg') : ofKind('netinformatie')
}
