/** Schade of gevaar: alleen ingediend, en wie u belt. */
import type { calamity as English } from '../en/calamity.ts'

export const calamity: typeof English = {
  calamity: {
    what: 'Wat er is gebeurd',
    whatHelp: 'Blijft hier en op de pagina om af te drukken; het Kadaster neemt dit niet aan.',
    whatNeeded: 'Vermeld wat er is gebeurd.',
    several: (n) =>
      `Een calamiteit is één melding van hoogstens 500 bij 500 m; dit gebied vraagt er ${n}. Teken alleen de plek van het gevaar, zonder gaten.`,
    contact: 'Wie de netbeheerders bellen',
    contactOwn: 'Zoals in de instellingen',
    contactOther: 'Iemand anders',
    contactFields: { name: 'Naam', phone: 'Telefoon', email: 'E-mail' },
    contactNone: 'Niemand: in de instellingen staat geen contactpersoon',
    file: 'Calamiteit melden…',
    confirm: {
      title: 'Calamiteitenmelding indienen?',
      law: 'Een calamiteit is graven dat niet kan wachten, omdat er gevaar is voor personen, grote schade dreigt of een voorziening ernstig is onderbroken (WIBON).',
      only: 'De melding dient alleen om dat gevaar af te wenden en is geen snellere graafmelding: ander graafwerk vraagt een eigen melding.',
      account: (day) =>
        `De opdrachtgever verantwoordt deze melding uiterlijk ${day} bij de inspectie (RDI), die een melding die geen calamiteit was kan beboeten.`,
      check: 'Dit is een calamiteit zoals de wet die bedoelt.',
      notChecked: 'Bevestig eerst dat het een calamiteit is.',
      yes: (euros) => `Calamiteitenmelding indienen voor ${euros}`,
    },
    title: (number) => (number === null ? 'Calamiteitenmelding' : `Calamiteitenmelding ${number}`),
    asking: 'Het Kadaster wordt gevraagd wie dit aangaat. De nummers die u belt, verschijnen hier vanzelf.',
    answered: (moment) => `Door het Kadaster aangenomen op ${moment}.`,
    simulated: 'Oefening: het Kadaster is nagebootst, deze netbeheerders en nummers zijn verzonnen. Bel ze niet.',
    desk: 'Bel het Kadaster (KLIC)',
    noAnswer: 'Het Kadaster heeft dit niet aangenomen. Bel als er gevaar is.',
    notTold: 'Het Kadaster heeft het aangenomen, maar niet gezegd wie het aangaat. Bel en vraag het.',
    callFirst: 'Gemarkeerde netbeheerders belt u voordat u graaft, dat is wettelijk verplicht.',
    must: 'Eerst bellen',
    safetyArea: 'beheerder van een veiligheidsgebied',
    beside: 'alleen naast de graafplek',
    noPhone: 'Er is geen telefoonnummer gegeven.',
    nobody: 'Het Kadaster noemt geen netbeheerder met een belang hier.',
    account: (day) => `Uiterlijk ${day} te verantwoorden bij de inspectie (RDI).`,
    print: 'Deze pagina afdrukken (PDF)',
  },
}
