/** Who asked for the information and for whom the works are done, as it was filed: personal data, which leave only where somebody asked for them. */

export interface FiledParty {
  organisation: string | null
  name: string | null
  phone: string | null
  email: string | null
}

export interface FiledPeople {
  /** Aanvrager */
  applicant: FiledParty | null
  /** Opdrachtgever; null: none was filed, as of an orientation request */
  principal: FiledParty | null
}

interface PartyBody {
  contactpersoon?: { naam?: unknown; telefoon?: unknown; email?: unknown }
  organisatie?: { naam?: unknown }
}

/** @param body of an order, as it was sent (registry/orders/order-body.ts) */
export function peopleIn(body: string): FiledPeople {
  const { gebiedsinformatieAanvragen: requests } = JSON.parse(body) as {
    gebiedsinformatieAanvragen?: { aanvrager?: PartyBody; opdrachtgever?: PartyBody }[]
  }
  return { applicant: partyIn(requests?.[0]?.aanvrager), principal: partyIn(requests?.[0]?.opdrachtgever) }
}

function partyIn(party: PartyBody | undefined): FiledParty | null {
  if (!party) return null
  const { contactpersoon: contact, organisatie: organisation } = party
  return {
    organisation: textIn(organisation?.naam),
    name: textIn(contact?.naam),
    phone: textIn(contact?.telefoon),
    email: textIn(contact?.email),
  }
}

/** A name is a list of lines. */
const textIn = (value: unknown): string | null => (value === undefined ? null : [value].flat().join(' ') || null)
