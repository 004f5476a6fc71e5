/** Who asks, and who pays. */
export const company = {
  company: {
    title: 'Company',
    why: 'The registry demands this with every notification. What is missing here is asked for before anything is filed.',
    organisation: 'Your organisation, who digs',
    contact: 'Contact person',
    extraContact: 'Second contact: a mailbox that is really read',
    extraWhy: 'Receipts and news of a safety area go there too. May stay empty.',
    principal: 'Client of the works',
    principalKinds: {
      own: { name: 'Your own organisation', what: 'the same data are sent as client' },
      other: { name: 'Another organisation', what: 'the usual one; a job may name its own' },
    },
    client: 'Client',
    clientContact: 'Contact person of the client',
    works: 'Kinds of work, where a job names none',
    worksOrient: 'For ORIENT (planning)',
    worksGraaf: 'For GRAAF (digging)',
    noWorks: 'None chosen: each job has to name its own.',
    addWork: 'Add a kind of work…',
    hasAll: 'Ask for house connection sketches (HAS) of every address inside the area of a GRAAF, at most 100',
    duration: 'Days of digging, where a job names no end',
    durationHint: 'Working days, counted from the start.',
    location: 'Address where a job names none',
    locationHint: 'May stay empty: then an address near the area is looked up, or asked for.',
  },
  billing: {
    title: 'Billing',
    why: 'Every notification costs money: each quote says how much by the price list, and who bills it. Without one of these two nothing can be filed.',
    mode: 'Who is billed?',
    modes: {
      relation_number: {
        name: 'Own relation number',
        what: 'Kadaster bills your organisation under its customer number',
      },
      invoice: { name: 'By invoice', what: 'whoever runs this installation files for you and sends the bill' },
    },
    relationNumber: 'Relation number at Kadaster',
    relationHint: 'At most ten digits; zeros in front are added.',
    invoiceMissing:
      'Paying by invoice is not arranged here yet: whoever runs this installation has entered no relation number of its own to file with.',
    invoiceBy: (name: string, number: string) =>
      `${name} (relation number ${number}) files for you. With a relation number of your own, notifications go out under that: first authorise ${name} in Mijn Kadaster, "KLIC Autoriseren SP". Without one, ${name} is the applicant.`,
    provider: 'Filing for those who pay by invoice',
    providerLogin: 'Login with which that is filed',
    providerWhy:
      'Only for whoever runs this installation: the relation number, the organisation as on record at Kadaster and the login with which notifications of companies that pay by invoice are filed. Whom Kadaster then bills is between you and Kadaster.',
    invoiceReference: 'Invoice reference',
    purchaseNumber: 'Purchase number',
    eInvoicing: 'Customers with e-invoicing at Kadaster must give one of the two.',
    limit: 'Most that may be spent in a day (€)',
    limitHint: 'Over all users and keys, by the Dutch calendar. Empty: no limit.',
    prices: 'Price list',
    pricesWhy:
      'Only for whoever runs this installation: what a notification costs from which day on, excluding VAT. Quotes that were made before keep their price until they expire.',
    pricesNone: (euros: string) => `No price list: a notification costs ${euros}.`,
    pricesBefore: (euros: string) => `Before the first day a notification costs ${euros}.`,
    priceFrom: 'From',
    priceEach: 'Price of a notification (€)',
    priceAdd: 'Add a price',
    priceRemove: (no: number) => `Remove price ${no}`,
  },
}
