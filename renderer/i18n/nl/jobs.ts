/** Opdrachten en hun toestand. */
import type { jobs as English } from '../en/jobs.ts'

export const jobs: typeof English = {
  jobs: {
    title: 'Opdrachten',
    newArea: 'Nieuw gebied',
    emptyTitle: 'Nog geen opdrachten',
    empty: 'Teken waar u gaat graven, of plak de coördinaten. U ziet de prijs voordat er iets wordt ingediend.',
    none: 'Er is geen opdracht die hierbij past.',
    search: 'Referentie of KLIC-nummer',
    clearSearch: 'Alle opdrachten weer tonen',
    state: 'Toon',
    allStates: 'Alles',
    order: 'Volgorde',
    orders: { newest: 'Nieuwste', reference: 'Referentie', state: 'Toestand' },
    noReference: 'Zonder referentie',
    progress: (done, total) => `${done} van ${total} geleverd`,
    progressWhole: (done, total) => `${done} van ${total} compleet`,
    parts: (n) => (n === 1 ? '1 melding' : `${n} meldingen`),
    gone: 'Deze opdracht bestaat niet (meer).',
  },
  jobState: {
    quoted: 'Offerte',
    accepted: 'Nog niet aangenomen',
    submitted: 'Ingediend',
    partially_delivered: 'Deels geleverd',
    processing: 'Samenvoegen',
    ready: 'Gereed',
    ready_incomplete: 'Onvolledig',
    rejected: 'Geweigerd',
    failed: 'Gestopt',
  },
  partState: {
    quoted: 'offerte',
    accepted: 'nog niet aangenomen',
    submitted: 'ingediend',
    in_production: 'bij netbeheerders',
    partially_delivered: 'deels geleverd',
    delivered: 'geleverd',
    rejected: 'niet ingediend',
    safety_area: 'achtergehouden: veiligheidsgebied',
    failed: 'geen bruikbare levering',
  },
  partError: {
    NOT_DELIVERED:
      'Binnen 22 werkdagen kwam er geen volledige levering. Vraag het Kadaster (KLIC) erom, met het KLIC-nummer.',
    DELIVERY_UNREADABLE: 'Wat geleverd werd, is niet te lezen.',
    TOOK_TOO_LONG: 'De levering is er en wordt bewaard; het lezen ervan duurde langer dan een uur en is afgebroken.',
  },
  klicType: {
    ORIENT: { name: 'Oriëntatieverzoek', what: 'om te plannen; niet om te graven' },
    GRAAF: { name: 'Graafmelding', what: 'om te graven; met startdatum' },
  },
  billedBy: {
    invoice: 'U krijgt hiervoor een factuur van wie deze installatie beheert.',
    kadaster:
      'Het Kadaster brengt per melding zijn eigen tarief in rekening, rechtstreeks op uw relatienummer; dit bedrag volgt de prijslijst van deze installatie.',
  },
  confirm: {
    title: 'Indienen bij het Kadaster?',
    words: {
      invoice: (notifications, euros) => `U dient ${notifications} in. Dat kost ${euros}, exclusief btw.`,
      kadaster: (notifications, euros) =>
        `U dient ${notifications} in. Volgens de prijslijst is dat ${euros}, exclusief btw.`,
    },
    simulated: 'Dit is de simulator: er wordt niets ingediend en niets in rekening gebracht.',
    final: 'Een ingediende melding kan niet worden teruggenomen.',
    yes: (n, euros) => (n === 1 ? `Dien 1 melding in voor ${euros}` : `Dien ${n} meldingen in voor ${euros}`),
    numbers: ['geen', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen', 'tien', 'elf', 'twaalf'],
    notification: (n) => (n === 1 ? 'melding' : 'meldingen'),
  },
  job: {
    merging: {
      read: (percent) => `Leveringen lezen: ${percent} %`,
      merge: (done, total) => `${done} van ${total} objecten samengevoegd`,
      write: 'Bestanden maken',
    },
    part: (n) => `Deel ${n}`,
    parts: 'Delen',
    created: 'Gemaakt',
    filed: 'Aangeboden',
    ready: 'Resultaat gemaakt',
    start: 'Start',
    price: 'Prijs',
    submit: 'Indienen…',
    retry: 'Opnieuw proberen',
    correct: 'Verbeteren en opnieuw indienen',
    change: 'Wijzigen',
    changeAsNew: 'Wijzigen als nieuwe offerte',
    drawAgain: 'Gebied opnieuw tekenen',
    mayNotFile: 'Met uw rol kunt u niet indienen: vraag een medewerker of beheerder.',
    simulated:
      'Simulator: “het Kadaster” is hier nagebootst. Er gaat niets echt heen, het kost niets, en het is niet voor gebruik in het veld.',
    registrySays: 'Wat het Kadaster zegt',
    warnings: 'Goed om te weten',
    validUntil: (day) => `Deze prijs geldt tot en met ${day}.`,
  },
}
