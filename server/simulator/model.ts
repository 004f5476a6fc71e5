/**
 * The JSON a filed order must fit before anything else is looked at (COR9000). Only types and names: which members are
 * mandatory or forbidden is judged by validate.ts, with a code of its own for each.
 * Kadaster's own strictness is not published; unknown members are refused here, so that our client has none.
 */
import { z } from 'zod'

const address = z.strictObject({
  BAGid: z.string().optional(),
  openbareRuimteNaam: z.string().optional(),
  huisnummer: z.string().optional(),
  huisletter: z.string().optional(),
  huisnummertoevoeging: z.string().optional(),
  woonplaatsNaam: z.string().optional(),
  postcode: z.string().optional(),
  landcode: z.string().optional(),
})

const contact = z.strictObject({
  naam: z.string().optional(),
  telefoon: z.string().optional(),
  email: z.string().optional(),
})

const party = {
  contactpersoon: contact.optional(),
  organisatie: z
    .strictObject({
      naam: z.array(z.string()).optional(),
      kvkNummer: z.string().optional(),
      bezoekAdres: address.optional(),
      relatienummer: z.string().optional(),
    })
    .optional(),
}

const client = z.strictObject(party)

const polygon = z.strictObject({
  type: z.string().optional(),
  crs: z
    .strictObject({
      type: z.string().optional(),
      properties: z.strictObject({ name: z.string().optional() }).optional(),
    })
    .optional(),
  coordinates: z.array(z.array(z.array(z.number()))).optional(),
})

const request = z.strictObject({
  positienummer: z.string().optional(),
  aanvrager: z.strictObject({ ...party, extraContact: contact.optional() }).optional(),
  referentie: z.string().optional(),
  opdrachtgever: client.optional(),
  aanvraagSoort: z.string().optional(),
  voorbereidingCoordinatieCivieleWerken: z.boolean().optional(),
  voorbereidingMedegebruikFysiekeInfrastructuur: z.boolean().optional(),
  soortWerkzaamheden: z.array(z.string()).optional(),
  /** Of version 3, instead of soortWerkzaamheden. */
  werkzaamhedenInfo: z
    .strictObject({
      soortWerkzaamheden: z.array(z.string()).optional(),
      methode: z.array(z.string()).optional(),
      maximaleWerkdiepte: z.string().optional(),
    })
    .optional(),
  omschrijvingWerkzaamheden: z.string().optional(),
  locatieWerkzaamheden: address.optional(),
  locatieOmschrijving: z.string().optional(),
  startDatum: z.string().optional(),
  eindDatum: z.string().optional(),
  huisaansluitingAdressen: z.array(address).optional(),
  graafPolygoon: polygon.optional(),
  informatiePolygoon: polygon.optional(),
  orientatiePolygoon: polygon.optional(),
})

export const OrderMessage = z.strictObject({
  bestelling: z.strictObject({
    postId: z.string().optional(),
    factuurReferentie: z.string().optional(),
    factuurInkoopnummer: z.string().optional(),
  }),
  gebiedsinformatieAanvragen: z.array(request).min(1),
})

export type WireOrder = z.infer<typeof OrderMessage>
export type WireRequest = z.infer<typeof request>
export type WireAddress = z.infer<typeof address>
export type WireContact = z.infer<typeof contact>
export type WireParty = z.infer<typeof client>
export type WirePolygon = z.infer<typeof polygon>
