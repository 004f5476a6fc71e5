/** Meten, selecteren en doorsneden op een resultaat. */
import type { asking as English } from '../en/asking.ts'

export const asking: typeof English = {
  asking: {
    title: 'Meten en selecteren',
    tools: {
      distance: 'Afstand meten',
      surface: 'Oppervlakte meten',
      selectBox: 'Selecteren in een rechthoek',
      selectArea: 'Selecteren in een vlak',
      section: 'Doorsnede',
    },
    short: {
      distance: 'Afstand',
      surface: 'Oppervlakte',
      selectBox: 'Rechthoek',
      selectArea: 'Vlak',
      section: 'Doorsnede',
    },
    hints: {
      distance: 'Klik langs wat u wilt meten; klik het laatste punt nogmaals als u klaar bent.',
      surface: 'Klik de hoeken; klik de laatste of de eerste nogmaals als u klaar bent.',
      selectBox: 'Klik één hoek, dan de hoek ertegenover.',
      selectArea: 'Klik de hoeken; klik de laatste of de eerste nogmaals als u klaar bent.',
      section: 'Klik waar de doorsnede begint, dan waar hij eindigt; klik het laatste punt nogmaals als u klaar bent.',
    },
    again: 'Opnieuw tekenen',
    total: 'Lengte',
    side: (n) => `Zijde ${n}`,
    around: 'Omtrek',
    surface: 'Oppervlakte',
    working: 'Bezig…',
    section: {
      said: (crossings, length) => `${crossings} over ${length}`,
      crossings: (n) => (n === 1 ? '1 kruising' : `${n} kruisingen`),
      nothing: 'Deze lijn kruist geen kabel of leiding van het resultaat.',
      picture: 'Doorsnede: afstand naar rechts, diepte naar beneden. De tabel eronder zegt hetzelfde.',
      at: 'Afstand',
      what: 'Thema en netbeheerder',
      depth: 'Diepte',
      unknown: 'onbekend',
      from: { object: 'opgegeven', measured: 'in de buurt gemeten', standard: 'standaarddiepte' },
      hollow: 'Open rondje: standaarddiepte, of geen diepte; hier niet gemeten.',
      caution: 'Diepten zijn niet gegarandeerd: stel ze ter plaatse vast voordat u graaft.',
    },
    selection: {
      said: (n, length) => `${n} objecten · ${length} kabels en leidingen`,
      nothing: 'Hier ligt niets van het resultaat.',
      counts: 'Per thema en netbeheerder',
      number: 'Objecten',
      length: 'Lengte',
      list: 'Objecten',
      first: (n, of) => `De eerste ${n} van ${of}`,
      noTheme: 'zonder thema',
    },
  },
}
