/** Wat vandaag en binnen een week moet gebeuren. */
import type { DutyNames, today as English } from '../en/today.ts'

const names = ({ operators }: DutyNames): string => operators.join(', ')

export const today: typeof English = {
  today: {
    title: 'Vandaag',
    when: { overdue: 'Te laat', today: 'Vandaag', week: 'Binnen een week' },
    duty: {
      start_missed: 'Start gemist',
      validity_expiring: 'Verloopt bijna',
      later_unread: 'Nieuw resultaat',
      precaution_due: 'Voorzorg',
      agreement_due: 'Afspraak',
      may_not_begin: 'Nog niet',
      may_begin: 'Mag beginnen',
      presence_due: 'Op het werk?',
      quote_expiring: 'Offerte',
    },
    line: {
      start_missed: ({ day }) =>
        `Het werk moest uiterlijk ${day} beginnen. Leg het begin vast of doe een nieuwe graafmelding.`,
      validity_expiring: ({ day }) =>
        `Begin uiterlijk ${day}, anders is een nieuwe graafmelding nodig. Leg het begin dan vast.`,
      later_unread: () => 'Het resultaat is veranderd: lees wat nieuw is.',
      precaution_due: (about) =>
        `Neem uiterlijk ${about.day} contact op met ${names(about)} over de voorzorgsmaatregelen.`,
      agreement_due: (about) => `Maak vóór de start op ${about.day} schriftelijk een afspraak met ${names(about)}.`,
      may_not_begin: ({ day }) => `Het werk kan op ${day} niet beginnen.`,
      may_begin: ({ day }) =>
        `Uit wat is vastgelegd blijkt geen bezwaar tegen een start op ${day}. Leg het begin vast.`,
      presence_due: ({ day }) =>
        `Laatst op het werk op ${day}. De melding geldt alleen zolang er dagelijks wordt gewerkt.`,
      quote_expiring: ({ day }) => `De offerte verloopt op ${day}.`,
    },
    inProject: (name) => `Bij project ${name}`,
    desk: {
      title: 'Alle open voorzorgsmaatregelen',
      state: { to_contact: 'Contact opnemen', to_agree: 'Afspreken' },
      due: {
        to_contact: (day) => `Neem uiterlijk ${day} contact op.`,
        to_agree: (day) => `Spreek vóór de start op ${day} schriftelijk af.`,
      },
      contacted: (day) => `Contact op ${day}.`,
      noDay: 'Er is geen startdatum bekend.',
    },
    nothingTitle: 'Niets te doen',
    nothing: 'Starts, voorzorgsmaatregelen, termijnen en offertes komen hier een week van tevoren.',
    shortened: 'Alleen de 2.000 nieuwste opdrachten zijn bekeken.',
  },
}
