/** Leveringen die iemand als bestand heeft. */
import type { imports as English } from '../en/imports.ts'

export const imports: typeof English = {
  imports: {
    open: 'Levering openen',
    imported: 'Ingelezen',
    numbers: 'KLIC-nummers',
    price: 'Ingelezen: er is niets voor ingediend en het kost niets.',
    reading: (what) => (/^\d+$/.test(what) ? `${what} bestanden lezen…` : `${what} lezen…`),
    title: 'Wat is geopend',
    more: (count) => `en nog ${count}`,
    nothing: 'Er is niets ingelezen',
    regroup: {
      title: 'Splitsen of samenvoegen',
      split: 'Splitsen in opdrachten…',
      join: 'Samenvoegen met…',
      splitRule:
        'Wat is vastgelegd (begin, contacten, foto’s, afspraken) blijft bij “Deze opdracht”. Elk resultaat wordt opnieuw gemaakt.',
      thisJob: 'Deze opdracht',
      moveFirst: 'Verplaats eerst een KLIC-nummer naar een eigen opdracht.',
      doSplit: (jobs) => (jobs === 1 ? 'Splitsen' : `Splitsen in ${jobs} opdrachten`),
      joinRule:
        'De andere opdracht gaat op in deze, met foto’s, afspraken en links. Het resultaat wordt opnieuw gemaakt.',
      other: 'Andere opdracht',
      choose: 'Kies een opdracht',
      noOther: 'Er is geen andere ingelezen opdracht van deze soort.',
      doJoin: 'Samenvoegen',
      movedTo: 'Afgesplitst:',
    },
    plan: {
      title: (deliveries, jobs) => `${deliveries} leveringen, ${jobs === 1 ? '1 opdracht' : `${jobs} opdrachten`}`,
      rule: 'Bij elkaar: dezelfde soort en referentie, en hooguit 250 m uit elkaar. Er is nog niets opgeslagen.',
      job: (no) => `Opdracht ${no}`,
      newJob: 'Eigen opdracht',
      jobOf: (klicNumber) => `Opdracht van ${klicNumber}`,
      open: (jobs) => (jobs === 1 ? '1 opdracht openen' : `${jobs} opdrachten openen`),
      cancel: 'Annuleren',
    },
    outcome: {
      imported: 'ingelezen',
      newer: 'een latere levering; het resultaat wordt opnieuw gemaakt',
      known: 'is hier al',
      older: 'er is hier al een latere levering',
      refused: 'niet ingelezen',
      not_read: 'niet gelezen: het hoort bij geen levering',
    },
    fault: {
      NO_DELIVERY: 'Dit is geen KLIC-levering. Kies de ZIP zoals het Kadaster die gaf.',
      NOT_IMKL: 'Het GI-bestand erin is geen IMKL. Kies de ZIP zoals het Kadaster die gaf.',
      DAMAGED: 'Het bestand is beschadigd of onvolledig. Download de levering opnieuw.',
      PROTECTED: 'De ZIP heeft een wachtwoord. Kies de ZIP zoals het Kadaster die gaf.',
      HOSTILE:
        'In de ZIP zit iets wat in geen levering van het Kadaster zit. Open hem niet; download de levering opnieuw.',
      SEVERAL: 'Er zitten meerdere leveringen naast elkaar in. Pak het uit en open ze één voor één.',
    },
  },
}
