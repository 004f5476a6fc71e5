/** Wie vraagt, en wie betaalt. */
import type { company as English } from '../en/company.ts'

export const company: typeof English = {
  company: {
    title: 'Bedrijf',
    why: 'Wat het Kadaster bij elke melding eist, en wat geldt als een opdracht niets anders zegt. Wat ontbreekt, wordt gevraagd voordat er iets wordt ingediend.',
    organisation: 'Uw organisatie, de grondroerder',
    contact: 'Contactpersoon',
    extraContact: 'Tweede contact (mailbox die dagelijks wordt gelezen)',
    extraWhy: 'Ook daarheen gaan ontvangstbevestigingen en berichten over een veiligheidsgebied. Mag leeg blijven.',
    principal: 'Opdrachtgever van de werkzaamheden',
    principalKinds: {
      own: { name: 'Uw eigen organisatie', what: 'dezelfde gegevens worden als opdrachtgever verstuurd' },
      other: { name: 'Een andere organisatie', what: 'standaard; per opdracht te wijzigen' },
    },
    client: 'Opdrachtgever',
    clientContact: 'Contactpersoon van de opdrachtgever',
    works: 'Standaardwerkzaamheden',
    worksOrient: 'Voor oriëntatieverzoeken',
    worksGraaf: 'Voor graafmeldingen',
    noWorks: 'Geen gekozen: elke opdracht moet zelf een soort noemen.',
    addWork: 'Toevoegen…',
    hasAll: 'Huisaansluitschetsen (HAS) vragen van elk adres in het gebied van een GRAAF, hoogstens 100',
    duration: 'Standaardduur (werkdagen)',
    durationHint: 'Geteld vanaf de startdatum, als een opdracht geen einddatum heeft.',
    digging: 'Van melding tot graven',
    diggingWhy: 'In werkdagen, zoals wet en praktijk het hebben; strenger mag, soepeler niet.',
    digWait: 'Wachten na de melding',
    digWaitHint: 'Kadaster: meld 3 tot 20 werkdagen vooraf.',
    digStart: 'Beginnen binnen',
    digStartHint: 'WIBON in de praktijk: binnen 20 werkdagen, anders opnieuw melden.',
    digContact: 'Contact over voorzorgsmaatregelen, vóór het begin',
    digContactHint: 'Ten minste 3 werkdagen (cumela.nl, 2018).',
    location: 'Standaard locatieadres',
    locationHint: 'Mag leeg blijven: dan wordt een adres bij het gebied opgezocht of gevraagd.',
  },
  billing: {
    title: 'Facturatie',
    why: 'Elke melding kost geld: elke offerte zegt hoeveel volgens de prijslijst, en wie factureert. Zonder een van deze twee kan er niets worden ingediend.',
    mode: 'Wie krijgt de factuur?',
    modes: {
      relation_number: {
        name: 'Eigen relatienummer',
        what: 'het Kadaster factureert uw organisatie onder haar klantnummer',
      },
      invoice: { name: 'Op factuur', what: 'wie deze installatie beheert, dient voor u in en stuurt de rekening' },
    },
    relationNumber: 'Relatienummer bij het Kadaster',
    relationHint: 'Maximaal 10 cijfers; voorloopnullen vullen wij aan.',
    invoiceMissing:
      'Op factuur betalen is hier nog niet geregeld: wie deze installatie beheert, heeft geen eigen relatienummer ingevuld om mee in te dienen.',
    invoiceBy: (name, number) =>
      `${name} (relatienummer ${number}) dient voor u in. Hebt u een eigen relatienummer, dan gaan meldingen onder dat nummer uit: machtig eerst ${name} in Mijn Kadaster, "KLIC Autoriseren SP". Zonder eigen nummer is ${name} de aanvrager.`,
    provider: 'Indienen voor wie op factuur betaalt',
    providerLogin: 'Aanmelding waarmee dat wordt ingediend',
    providerWhy:
      'Alleen voor wie deze installatie beheert: het relatienummer, de organisatie zoals die bij het Kadaster bekend is en de aanmelding waarmee meldingen worden ingediend van bedrijven die op factuur betalen. Wie het Kadaster dan factureert, spreekt u met het Kadaster af.',
    invoiceReference: 'Factuurreferentie',
    purchaseNumber: 'Inkoopnummer',
    eInvoicing: 'Klanten met e-facturatie bij het Kadaster moeten een van beide geven.',
    limit: 'Daglimiet (€)',
    limitHint: 'Over alle gebruikers en sleutels, per Nederlandse kalenderdag. Leeg: geen limiet.',
    prices: 'Prijslijst',
    pricesWhy:
      'Alleen voor wie deze installatie beheert: wat een melding kost en vanaf welke dag, exclusief btw. Offertes die al gemaakt zijn, houden hun prijs tot ze verlopen.',
    pricesNone: (euros) => `Geen prijslijst: een melding kost ${euros}.`,
    pricesBefore: (euros) => `Vóór de eerste dag kost een melding ${euros}.`,
    priceFrom: 'Vanaf',
    priceEach: 'Prijs per melding (€)',
    priceAdd: 'Prijs toevoegen',
    priceRemove: (no) => `Prijs ${no} verwijderen`,
  },
}
