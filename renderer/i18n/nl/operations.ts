import type { Words } from '../en.ts'

const ofParts = (parts: readonly number[]): string =>
  parts.length === 1
    ? `deel ${parts[0]}`
    : `${parts.length} delen (${parts.slice(0, 6).join(', ')}${parts.length > 6 ? '…' : ''})`

export const operations: Pick<Words, 'soFar' | 'timeline' | 'status'> = {
  soFar: {
    title: 'Nog niet volledig',
    what: (come, all) => {
      const where = come === all ? 'Voor elke melding is' : `Voor ${come} van ${all} meldingen is`
      return `${all === 1 ? 'Er is' : where} al iets geleverd, maar nog niet alles. Graaf nog niet op deze gegevens: het resultaat wordt vanzelf gemaakt zodra alles er is.`
    },
    silent: (name) => `${name} heeft nog niet geleverd`,
    deliveries: 'Tot nu toe geleverd',
    whole: 'volledig',
    partial: (no) => `deellevering ${no}`,
    features: (n) => `${n} objecten`,
  },
  timeline: {
    title: 'Wat er gebeurde, en wat er nu komt',
    next: 'Nu',
    order: (no) => `Bestelling ${no}`,
    delivery: (part, klic) => `Deel ${part}${klic ? ` (${klic})` : ''}`,
    what: {
      created: () => 'Gemaakt en geprijsd.',
      submitted: () => 'Klaargezet om in te dienen.',
      order_sent: (no) =>
        no > 1
          ? `Naar het Kadaster gestuurd, voor de ${no}e keer: hetzelfde bericht telt één keer.`
          : 'Naar het Kadaster gestuurd.',
      order_accepted: () => 'Door het Kadaster aangenomen: ingediend.',
      order_rejected: () => 'Door het Kadaster geweigerd: er is niets ingediend.',
      order_undecided: () => 'Het Kadaster kon niet beslissen; de bestelling gaat opnieuw.',
      delivery_received: (_no, complete) =>
        complete ? 'De volledige levering kwam binnen.' : 'Een deel van de levering kwam binnen; er volgt meer.',
      delivery_read: () => 'De levering is gelezen.',
      delivery_unreadable: () => 'De levering kon niet worden gelezen.',
      result_ready: () => 'Het resultaat is gemaakt.',
      file_ready: () => 'Er is een bestand gemaakt.',
      file_failed: () => 'Een bestand kon niet worden gemaakt.',
      webhook_told: () => 'Uw server is ingelicht.',
      webhook_failed: (no) => `Poging ${no} om uw server in te lichten mislukte.`,
    },
    awaited: {
      submission: () => 'Het wacht tot iemand het indient.',
      filing: () => 'De bestelling gaat naar het Kadaster; dat duurt seconden.',
      verdict: () => 'Het Kadaster beoordeelt de bestelling; dat duurt meestal minuten.',
      delivery: (parts) => `De netbeheerders leveren: ${ofParts(parts)} nog te gaan.`,
      result: () => 'De leveringen worden samengevoegd; dat duurt hooguit minuten.',
      file: () => 'Er wordt een bestand gemaakt.',
      webhook: () => 'Het resultaat is er; uw server moet nog worden ingelicht.',
      retry: () => 'Het is gestopt. Het gaat verder als iemand “opnieuw proberen” kiest.',
      correction: () => 'Het gebied moet worden verbeterd en opnieuw ingediend.',
    },
    reason: {
      unreachable: 'Het Kadaster antwoordt niet; het wordt vanzelf steeds opnieuw gevraagd.',
      credentials_missing: 'Er zijn geen toegangsgegevens voor het Kadaster: vul ze in bij Instellingen.',
      login_required: 'Iemand moet opnieuw inloggen bij het Kadaster, in de instellingen.',
      access_refused: 'Het Kadaster weigert ons: test de verbinding in de instellingen.',
      storage_unreachable: 'De opslag van de bestanden antwoordt niet; het wordt vanzelf opnieuw geprobeerd.',
      disk_full: 'De schijf is vol: er wordt niets opgehaald of gemaakt tot er weer ruimte is.',
      busy: 'Er is meer werk dan er tegelijk kan; het gaat vanzelf verder.',
    },
    until: (when) => `Tot ${when}.`,
    nextTry: (when) => `Volgende poging: ${when}.`,
    usually: (day) => `Meestal uiterlijk ${day} binnen.`,
    since: (when) => `Sinds ${when}.`,
    nothing: 'Er komt niets meer.',
  },
  status: {
    title: 'Status',
    why: 'Hoe de server er nu voor staat. Aantallen zijn die van uw bedrijf.',
    good: 'Alles werkt.',
    bad: 'Niet alles werkt:',
    failed: {
      database: 'De database antwoordt niet.',
      storage: 'Op de plek voor bestanden kan niets worden geschreven.',
      workers: 'In de laatste 30 seconden is geen worker gezien: er wordt niets ingediend, opgehaald of omgezet.',
    },
    registry: 'Kadaster',
    environment: 'Omgeving',
    undecided: 'Bestellingen die op een oordeel wachten',
    openParts: 'Meldingen die nog geleverd moeten worden',
    lastAnswer: 'Laatste bestelling beoordeeld',
    lastTest: 'Laatste test van de verbinding',
    passed: (when) => `geslaagd, ${when}`,
    notPassed: (when) => `mislukt, ${when}`,
    never: 'nooit',
    queue: 'Wacht op een worker',
    work: {
      file: 'In te dienen',
      fetch: 'Leveringen op te halen en te lezen',
      merge: 'Resultaten samen te voegen',
      convert: 'Bestanden te maken',
    },
    webhooks: 'Webhooks',
    events: { waiting: 'Nog te melden', sent: 'Gemeld', given_up: 'Opgegeven' },
    openFolder:
      'Andere gebruikers van de computer van de server kunnen de gegevensmap misschien lezen. Laat wie hem beheert alleen de eigenaar toelaten (chmod 700), of start het programma opnieuw als de eigenaar ervan.',
    disk: 'Schijf',
    free: (free, total, percent) => `${free} vrij van ${total} (${percent}%)`,
    unknown: 'niet te zeggen',
    workers: 'Workers',
    worker: (slots) => (slots === 1 ? '1 taak tegelijk' : `${slots} taken tegelijk`),
    seen: (since, seen) => `sinds ${since}, gezien ${seen}`,
    noWorkers: 'Er is er geen.',
    again: 'Kijk opnieuw',
  },
}
