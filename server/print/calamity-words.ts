/** What stands on the one page of a calamity. */
export const CALAMITY_WORDS = {
  nl: {
    title: 'CALAMITEITENMELDING',
    isTest: 'TESTGEGEVENS: deze melding is niet echt. Bel deze nummers niet.',
    answered: (time: string, number: string | null): string =>
      `Door het Kadaster aangenomen op ${time}${number === null ? '; het KLIC-nummer volgt' : `, KLIC-nummer ${number}`}`,
    what: 'Wat er is',
    where: 'Waar',
    rd: (x: number, y: number): string => `RD ${x}, ${y}`,
    contact: 'Gemeld door',
    callFirst: 'Wie u belt: gemarkeerde nummers belt u voordat u graaft, dat is wettelijk verplicht.',
    must: 'EERST BELLEN',
    safetyArea: 'beheerder van een veiligheidsgebied',
    beside: 'alleen naast de graafplek',
    noPhone: 'geen nummer gegeven',
    nobody: 'Het Kadaster noemt geen netbeheerder met een belang hier.',
    account: (day: string): string =>
      `De opdrachtgever verantwoordt deze calamiteit uiterlijk ${day} (eerste werkdag erna) bij de Rijksinspectie Digitale Infrastructuur (RDI).`,
    only: 'Alleen om het gevaar af te wenden; ander graafwerk vraagt een graafmelding. De levering met kabels en leidingen volgt.',
  },
  en: {
    title: 'CALAMITY NOTIFICATION',
    isTest: 'TEST DATA: this notification is not real. Do not call these numbers.',
    answered: (time: string, number: string | null): string =>
      `Accepted by Kadaster on ${time}${number === null ? '; the KLIC number follows' : `, KLIC number ${number}`}`,
    what: 'What happened',
    where: 'Where',
    rd: (x: number, y: number): string => `RD ${x}, ${y}`,
    contact: 'Notified by',
    callFirst: 'Whom to call: the law has you call the marked numbers before you dig.',
    must: 'CALL FIRST',
    safetyArea: 'manager of a safety area',
    beside: 'beside the place of digging only',
    noPhone: 'no number was given',
    nobody: 'Kadaster names no operator with an interest here.',
    account: (day: string): string =>
      `Whoever has the work done accounts for this calamity by ${day} (the first working day after) at the inspection (RDI).`,
    only: 'For averting the danger only; other digging needs an excavation notification. The delivery with cables and pipes follows.',
  },
} as const
