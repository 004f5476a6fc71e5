/** Mag hier vandaag gegraven worden, en wat daarover wordt vastgelegd. */
import type { DigNames, digging as English } from '../en/digging.ts'

const area = 'de beheerder van het voorzorgsgebied'
const names = ({ operators }: DigNames): string => operators.map((name) => name || area).join(', ')
const parts = ({ count }: DigNames): string => (count === 1 ? '1 melding' : `${count} meldingen`)

export const digging: typeof English = {
  digging: {
    title: 'Mag hier vandaag gegraven worden?',
    answer: {
      yes: 'Uit wat is vastgelegd blijkt vandaag geen bezwaar',
      not_yet: 'Nog niet',
      no_longer: 'Niet meer',
      unknown: 'Niet bekend',
      not_for_digging: 'Niet om te graven',
    },
    head: {
      yes: (day) => `Geen bezwaar tegen graven op ${day}`,
      notBefore: (day) => `Graaf niet vóór ${day}`,
      more: (n) => (n === 1 ? 'En nog 1 reden' : `En nog ${n} redenen`),
    },
    precautionShort: 'EV',
    precautionOpen: 'Eis voorzorgsmaatregel (EV), nog niet afgehandeld',
    chip: {
      yes: 'Graven: geen bezwaar',
      not_yet: 'Nog niet graven',
      no_longer: 'Niet meer graven',
      unknown: 'Graven: niet bekend',
      not_for_digging: 'Niet om te graven',
    },
    reason: {
      orientation: () => 'Een oriëntatieverzoek dient alleen voor de voorbereiding.',
      calamity: () => 'Een calamiteitenmelding dient alleen om het gevaar af te wenden: bel de netbeheerders.',
      begin_over: ({ day }) =>
        `Het werk moest uiterlijk ${day} beginnen. Is dat gebeurd? Leg het begin vast. Doe anders een nieuwe graafmelding.`,
      begun_late: ({ day }) => `Het werk begon na ${day}, de laatste dag daarvoor: doe een nieuwe graafmelding.`,
      work_ended: ({ day }) => `Het werk eindigde op ${day}. Wie opnieuw graaft, doet een nieuwe graafmelding.`,
      not_filed: () => 'Nog niet alles is bij het Kadaster ingediend.',
      filed_lately: ({ day }) => `Het werk mag op zijn vroegst op ${day} beginnen: de melding moet ouder zijn.`,
      not_delivered: (about) => `De volledige levering van ${parts(about)} is er nog niet.`,
      withheld: (about) =>
        `De gegevens van ${parts(about)} zijn achtergehouden: neem contact op met de beheerder van het veiligheidsgebied.`,
      operators_silent: (about) => `${names(about)} heeft niets geleverd. Vraag ernaar voordat u graaft.`,
      later_unread: () => 'Het resultaat is veranderd: lees wat nieuw is en bevestig dat.',
      attention_unread: ({ count }) =>
        count === 1
          ? '1 waarschuwing moet nog worden gelezen en bevestigd.'
          : `${count} waarschuwingen moeten nog worden gelezen en bevestigd.`,
      contact_missing: (about) =>
        `Voorzorgsmaatregelen: neem contact op met ${names(about)} en leg dat hieronder vast.`,
      contact_lately: (about) => `Te kort na het contact met ${names(about)}: begin op zijn vroegst op ${about.day}.`,
      agreement_missing: (about) => `Er is geen schriftelijke afspraak met ${names(about)} vastgelegd.`,
      presence_unknown: ({ day }) =>
        `${day ? `De ploeg was volgens de opgave het laatst op het werk op ${day}` : 'Er is geen aanwezigheid op het werk vastgelegd'}: de melding geldt alleen zolang er dagelijks wordt gewerkt.`,
      contact_operator: (about) =>
        `Buisleiding met gevaarlijke inhoud: neem contact op met ${names(about)} en leg dat vast.`,
      filing_day_unknown: () =>
        'Wanneer dit is ingediend, is hier niet bekend; niemand kan zeggen of de termijn voorbij is.',
      later_missing: () => 'Er is een nieuwere levering die niet in dit resultaat zit.',
      result_missing: () => 'Er is geen resultaat om te bekijken.',
    },
    yesWhy: 'De plichten op het werk blijven: lokaliseer de leidingen en heb de gegevens bij de hand.',
    begin: (from, until) => `Het werk mag beginnen van ${from} tot en met ${until}.`,
    work: 'Begin van het werk',
    seenToday: 'Wij waren hier vandaag',
    lastSeen: (day) => `Laatst op het werk: ${day}`,
    precautions: 'Voorzorgsmaatregelen',
    area: 'Voorzorgsgebied zonder netbeheerder',
    begunOn: 'Begonnen op',
    begunBy: 'Door (ploeg of persoon)',
    place: 'Waar (RD of WGS84)',
    noPlace: 'Dit is geen plek in Nederland: vul x en y in, of breedte en lengte.',
    endedOn: 'Geëindigd op',
    dayNeeded: 'Vul eerst de dag in.',
    mayNot: 'U mag meekijken, niets vastleggen.',
    record: 'Vastleggen',
    contactBy: (day) => `Neem uiterlijk ${day} contact op.`,
    letter: 'Brief met kaart, door uzelf te versturen:',
    letterAs: { pdf: 'PDF', eml: 'Mail (.eml)' },
    letterFor: {
      pdf: (operator) => `PDF: brief aan ${operator}`,
      eml: (operator) => `Mail (.eml): brief aan ${operator}`,
    },
    contactedOn: 'Contact op',
    contactedBy: 'Met wie',
    how: 'Hoe (telefoon, mail …)',
    agreedOn: 'Schriftelijk afgesproken op',
    files: { agreements: 'Bestanden van de afspraak', photos: 'Foto’s van het begin' },
    addFile: { agreements: 'Afspraak als bestand toevoegen', photos: 'Foto van het begin toevoegen' },
    photoBare: 'JPEG of PNG. Wat een telefoon erin zet over plaats, toestel en persoon, blijft weg.',
    remark: 'Opmerking',
    recorded: (who, when) => `Vastgelegd door ${who}, ${when}`,
    future: 'Alleen wat gebeurd is, wordt vastgelegd.',
  },
}
