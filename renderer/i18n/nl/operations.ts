import type { Words } from '../en.ts'

const ofParts = (parts: readonly number[]): string =>
  parts.length === 1
    ? `deelgebied ${parts[0]}`
    : `${parts.length} deelgebieden (${parts.slice(0, 6).join(', ')}${parts.length > 6 ? '…' : ''})`

export const operations: Pick<Words, 'soFar' | 'timeline' | 'status'> = {
  soFar: {
    title: 'Voorlopig: nog niet volledig',
    preliminary: 'VOORLOPIG',
    onMap: 'VOORLOPIG: nog niet alles is geleverd',
    what: (come, all) => {
      const where = come === all ? 'Voor elke melding is' : `Voor ${come} van ${all} meldingen is`
      return `${all === 1 ? 'Er is' : where} al iets geleverd, maar nog niet alles. Graaf nog niet op deze gegevens: het resultaat wordt vanzelf gemaakt zodra alles er is.`
    },
    silent: (name) => `${name} heeft nog niet geleverd`,
    shown: (no, when) =>
      `Wat er is, staat op de kaart, als voorlopig resultaat ${no} van ${when}. In alle bestanden ervan staat VOORLOPIG.`,
    nothing: (part) => `Voor ${part} is nog niets geleverd`,
    since: (when) => `Aangevraagd op ${when}`,
    downloads: 'Voorlopige bestanden',
    news: (when) => `Nieuw sinds ${when}`,
    new: 'nieuw',
    came: (part) => `Geleverd voor ${part}`,
    nowDelivered: (names, part) => `${names} heeft geleverd voor ${part}`,
    saw: 'Ik heb dit gezien',
    deliveries: 'Tot nu toe geleverd',
    whole: 'volledig',
    partial: (no) => `deellevering ${no}`,
    features: (n) => (n === '1' ? '1 object' : `${n} objecten`),
  },
  timeline: {
    title: 'Verloop',
    next: 'Nu',
    order: (no) => `Bestelling ${no}`,
    delivery: (part, klic) => `Deelgebied ${part}${klic ? ` (${klic})` : ''}`,
    what: {
      created: () => 'Offerte gemaakt.',
      imported: () => 'Ingelezen uit bestanden.',
      corrected: () => 'Verbeterd en opnieuw geprijsd.',
      submitted: () => 'Klaargezet om in te dienen.',
      order_sent: (no) =>
        no > 1
          ? `Het versturen naar het Kadaster begon opnieuw, poging ${no}: hetzelfde bericht telt één keer.`
          : 'Het versturen naar het Kadaster begon.',
      order_accepted: () => 'Door het Kadaster geaccepteerd: ingediend.',
      order_rejected: () => 'Door het Kadaster geweigerd: deze bestelling is niet ingediend.',
      order_undecided: () => 'Het Kadaster kon het niet controleren; de bestelling gaat opnieuw.',
      order_answer_unusable: () =>
        'Het Kadaster heeft de bestelling en gaf een antwoord waar dit programma niets mee kon. Gaat het niet verder, stuur dit antwoord dan naar het Kadaster:',
      delivery_received: (_no, complete) =>
        complete
          ? 'De volledige levering kwam binnen.'
          : 'Een levering kwam binnen die nog niet volledig is; een volgende kan haar aanvullen.',
      delivery_read: () => 'Levering verwerkt.',
      delivery_unreadable: () => 'De levering kon niet worden gelezen.',
      result_ready: (no) =>
        no > 1 ? `Een latere levering is verwerkt: het resultaat is nu revisie ${no}.` : 'Het resultaat is gemaakt.',
      file_ready: () => 'Bestand gemaakt.',
      file_failed: () => 'Een bestand kon niet worden gemaakt.',
      webhook_told: () => 'Uw server is ingelicht.',
      webhook_failed: (no) => `Poging ${no} om uw server in te lichten mislukte.`,
    },
    answer: 'het antwoord van het Kadaster',
    awaited: {
      delivery: (parts) => `De netbeheerders leveren: ${ofParts(parts)} nog te gaan.`,
      file: () => 'Er wordt een bestand gemaakt.',
      webhook: () => 'Het resultaat is er; uw server moet nog worden ingelicht.',
      supplement: () => 'Geen openstaande stappen. Netbeheerders kunnen hun levering nog aanvullen.',
    },
    until: (when) => `Tot ${when}.`,
    nextTry: (when) => `Volgende poging: ${when}.`,
    usually: (day) => `Meestal uiterlijk ${day} binnen.`,
    since: (when) => `Sinds ${when}.`,
    nothing: 'Geen openstaande stappen; de tijd waarin netbeheerders aanvullen is voorbij.',
  },
  status: {
    title: 'Status',
    why: 'Hoe de server er nu voor staat. Aantallen zijn die van uw bedrijf.',
    good: 'Database, opslag en worker werken.',
    bad: 'Niet alles werkt:',
    failed: {
      database: 'De database antwoordt niet.',
      storage: 'Op de plek voor bestanden kan niets worden geschreven.',
      workers: 'In de laatste 30 seconden is geen worker gezien: er wordt niets ingediend, opgehaald of omgezet.',
      installation: 'Deze machine past niet bij de installatie.',
    },
    registry: 'Kadaster',
    environment: 'Omgeving',
    undecided: 'Bestellingen die wachten op antwoord van het Kadaster',
    openParts: 'Meldingen die nog geleverd moeten worden',
    lastAnswer: 'Laatste antwoord op een bestelling',
    lastTest: 'Laatste test van de verbinding',
    passed: (when) => `geslaagd, ${when}`,
    notPassed: (when) => `mislukt, ${when}`,
    never: 'nooit',
    clockOff: (minutes, isOne, isAhead) =>
      `De klok van de computer van de server loopt ${minutes} ${isOne ? 'minuut' : 'minuten'} ${isAhead ? 'voor' : 'achter'} op die van het Kadaster. Zet hem gelijk, het liefst automatisch via internet: vanaf ongeveer vijf minuten weigert het Kadaster een aanmelding met een sleutel, en tijdstippen in het programma kloppen niet.`,
    queue: 'Wachtrij',
    work: {
      file: 'In te dienen',
      fetch: 'Leveringen op te halen en te lezen',
      merge: 'Resultaten samen te voegen',
      convert: 'Bestanden te maken',
    },
    webhooks: 'Webhooks',
    events: { waiting: 'Nog te melden', sent: 'Gemeld', given_up: 'Opgegeven' },
    filesApart: 'STORAGE_URL is niet ingesteld: andere machines zien de bestanden van deze machine niet.',
    openFolder:
      'Andere gebruikers van de computer van de server kunnen de gegevensmap misschien lezen. Laat wie hem beheert alleen de eigenaar toelaten (chmod 700), of start het programma opnieuw als de eigenaar ervan.',
    disk: 'Schijf',
    setAside: (files, size, days) =>
      `Beschadigde bestanden die apart zijn gezet: ${files} (${size}), in de map damaged. Elk wordt na ${days} dagen verwijderd.`,
    free: (free, total, percent) => `${free} vrij van ${total} (${percent}%)`,
    unknown: 'onbekend',
    cage: 'Bestanden van buiten',
    siteKey: 'Sleutel van bouwplaatspakketten',
    siteKeyWhy:
      'Wat voor de plaats van het graven is samengesteld, is ermee ondertekend; klic site verify --key ziet of een pakket van deze installatie is, en of het gewijzigd is.',
    cageHolds: {
      sandbox:
        'Leveringen en bestanden met gebieden worden gelezen in een afgesloten ruimte: zonder netwerk, zonder andere bestanden, met eigen grenzen aan geheugen.',
      own_process:
        'Leveringen en bestanden met gebieden worden gelezen in een eigen proces, zonder de geheimen van de server en met eigen grenzen aan geheugen. Een afgesloten ruimte zonder netwerk en andere bestanden is er hier niet.',
    },
    cageWhy: {
      system: 'Voor dit besturingssysteem is er nog geen afgesloten ruimte.',
      not_installed: 'Installeer bubblewrap (het programma bwrap) en start de server opnieuw.',
      not_allowed:
        'bubblewrap is er, maar mag hier niet werken: sta op deze computer of in deze container user namespaces toe en start de server opnieuw.',
    },
    workers: 'Workers',
    worker: (slots) => (slots === 1 ? '1 taak tegelijk' : `${slots} taken tegelijk`),
    seen: (since, seen) => `sinds ${since}, gezien ${seen}`,
    noWorkers: 'Er is er geen.',
    again: 'Vernieuwen',
  },
}
