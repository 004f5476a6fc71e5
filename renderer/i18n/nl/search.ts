/** Het ene zoekvak. */
import type { search as English } from '../en/search.ts'

export const search: typeof English = {
  search: {
    label: 'Zoeken',
    placeholder: 'Adres, plaats, RD of opdracht',
    help: 'Ctrl K',
    coordinates: 'Coördinaten',
    named: 'Plaatsen (GeoNames)',
    postcode: 'Postcode',
    postcodeOf: (addresses) =>
      addresses === 1
        ? 'bij het ene adres dat eerder gevonden is'
        : `tussen ${addresses} adressen die eerder gevonden zijn`,
    placeKinds: { 'part of town': 'wijk', municipality: 'gemeente' },
    places: 'Adressenregister',
    jobs: 'Opdrachten',
    moreJobs: (n) => (n === 1 ? 'Nog 1 opdracht' : `Nog ${n} opdrachten`),
    inList: 'toon in de lijst',
    ofResult: 'In dit resultaat',
    theme: 'thema',
    operator: 'netbeheerder',
    recent: 'Onlangs gezocht',
    rd: (x, y) => `RD ${x}, ${y}`,
    fromDegrees: 'uit graden',
    nothing: 'Niets gevonden.',
    away: 'Geen verbinding met de server: opdrachten en adressen zijn nu niet te doorzoeken.',
    offline:
      'Het adressenregister antwoordt niet: zoek op plaatsnaam, coördinaten, opdracht, of een adres of postcode die eerder gevonden is.',
    found: 'Hier',
    clear: 'Zoekveld leegmaken',
  },
}
