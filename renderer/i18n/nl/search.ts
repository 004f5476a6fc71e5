/** Het ene zoekvak. */
import type { search as English } from '../en/search.ts'

export const search: typeof English = {
  search: {
    label: 'Zoeken',
    placeholder: 'Adres, coördinaten, KLIC-nummer of referentie',
    help: 'Ctrl K',
    coordinates: 'Coördinaten',
    places: 'Adressen en plaatsen',
    jobs: 'Opdrachten',
    ofResult: 'In dit resultaat',
    theme: 'thema',
    operator: 'netbeheerder',
    recent: 'Onlangs gezocht',
    rd: (x, y) => `RD ${x}, ${y}`,
    fromDegrees: 'uit graden',
    nothing: 'Niets gevonden.',
    offline: 'Het adressenregister antwoordt niet. Zoek op coördinaten, opdracht of een eerder gezochte plaats.',
    found: 'Hier',
    clear: 'Zoekveld leegmaken',
  },
}
