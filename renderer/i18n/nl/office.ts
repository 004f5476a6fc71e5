import type { office as English } from '../en/office.ts'

export const office: typeof English = {
  office: {
    title: 'Server op kantoor',
    why: 'Uw kantoor kan KLIC Desktop voor iedereen draaien. Is dat niet bereikbaar, dan werkt u hier door en draagt u uw offertes over: elke komt daar één keer aan.',
    url: 'Adres van de server op kantoor',
    key: 'Sleutel van die server',
    keyKept: 'Er is een sleutel bewaard. Vul dit alleen in om die te vervangen.',
    keyHint: 'Gemaakt in de instellingen van het kantoor zelf, met het recht om in te dienen als dat mag.',
    save: 'Opslaan',
    test: 'Verbinding testen',
    reach: {
      reached: 'De server op kantoor antwoordt en neemt de sleutel aan.',
      key_refused: 'De server op kantoor antwoordt, maar weigert de sleutel.',
      not_reached: 'De server op kantoor antwoordt niet.',
    },
    openOffice: 'Kantoor openen',
    outbox: 'Overgedragen',
    none: 'Er is nog niets overgedragen.',
    banner: (n) =>
      n === 1 ? '1 opdracht wacht op overdracht aan kantoor.' : `${n} opdrachten wachten op overdracht aan kantoor.`,
    state: {
      waiting: 'nog niet daar',
      quoted: 'een offerte op kantoor',
      submitted: 'door kantoor ter indiening aangeboden',
      refused: 'door kantoor geweigerd',
    },
    hand: 'Naar kantoor sturen',
    handWhy: 'Het kantoor maakt er een offerte van. Er wordt niets ingediend.',
    handAndFile: (euros) => `Naar kantoor sturen en daar indienen, tot ${euros}`,
    sure: (euros) => `Ja, dien het daar in voor hooguit ${euros}`,
    handed: 'Overgedragen aan kantoor',
    total: (here, there) =>
      here === there ? `Het kost ${there}.` : `Hier kostte het ${here}; op kantoor kost het ${there}.`,
    nextTry: (when) => `Volgende poging: ${when}.`,
    look: 'Op kantoor bekijken',
    takeBack: 'Terughalen',
  },
}
