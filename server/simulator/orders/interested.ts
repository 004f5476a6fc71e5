/** Whom a calamity concerns: said at once in the answer to it, because nobody can wait for a delivery then. */
import { STANDARDS } from '../../registry/orders/standards.ts'
import type { WireRequest } from '../model.ts'
import { safetyAreasUnder } from '../safety-areas.ts'
import { OPERATORS } from '../town/operators.ts'
import { areaRingOf, versionOf } from './kinds.ts'

const contact = (name: string, digits: string) => ({
  naam: `Meldkamer ${name}`,
  telefoon: `+31 88 000 ${digits}`,
  email: `calamiteit@${name.toLowerCase().replaceAll(' ', '-')}.example`,
})

/** The last operator in the list has its pipe only beside the hole, where an information polygon shows it. */
export const interestedOperators = (request: WireRequest): unknown[] => {
  const wider = request.informatiePolygoon !== undefined
  const operators = OPERATORS.map(({ name, themes, code }, index) => ({
    organisatieNaam: name,
    belangen: [
      {
        alleenInInformatiepolygoon: wider && index === OPERATORS.length - 1,
        themas: themes.map((theme) => `${STANDARDS[versionOf(request)].valuePrefix}Thema/${theme}`),
        contactAanvraag: contact(name, `${code.slice(-2)} 00`),
      },
    ],
  }))
  const managers = safetyAreasUnder(areaRingOf(request)).map(({ manager }) => ({
    organisatieNaam: manager,
    belangen: [
      {
        alleenInInformatiepolygoon: false,
        isBeheerderVeiligheidsgebied: true,
        contactAanvraag: contact(manager, '99 99'),
      },
    ],
  }))
  return [...operators, ...managers]
}
