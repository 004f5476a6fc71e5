/** May one dig there today, and what is put on record of it. */
import type { DigAnswer, DigReasonCode } from '../../../server/contract/vocabulary.ts'

/** What a reason names: a day as it is written here, operators, parts or warnings. */
export interface DigNames {
  day: string
  operators: string[]
  count: number
}

const area = 'the manager of the precaution area'
const names = ({ operators }: DigNames): string => operators.map((name) => name || area).join(', ')
const parts = ({ count }: DigNames): string => (count === 1 ? '1 notification' : `${count} notifications`)

const reason: Record<DigReasonCode, (about: DigNames) => string> = {
  orientation: () => 'An orientation request is for planning only.',
  calamity: () => 'A calamity notification is for averting the danger only: call the operators.',
  begin_over: ({ day }) =>
    `The work had to start by ${day}. Did it? Record the start. If not, submit a new notification.`,
  begun_late: ({ day }) => `The work started after ${day}, the last day allowed: submit a new notification.`,
  work_ended: ({ day }) => `The work ended on ${day}. To dig again, submit a new notification.`,
  not_filed: () => 'Not everything has been filed with Kadaster yet.',
  filed_lately: ({ day }) => `The work may start on ${day} at the earliest: the notification must be older.`,
  not_delivered: (about) => `The complete delivery of ${parts(about)} has not arrived yet.`,
  withheld: (about) => `The data of ${parts(about)} are withheld: contact the manager of the safety area.`,
  operators_silent: (about) => `${names(about)} delivered nothing. Ask them before you dig.`,
  later_unread: () => 'The result has changed: read what is new and confirm it.',
  attention_unread: ({ count }) =>
    count === 1 ? '1 warning must still be read and confirmed.' : `${count} warnings must still be read and confirmed.`,
  contact_missing: (about) => `Precautions: contact ${names(about)} and record it below.`,
  contact_lately: (about) => `Too soon after the contact with ${names(about)}: start on ${about.day} at the earliest.`,
  agreement_missing: (about) => `No written agreement with ${names(about)} is on record.`,
  presence_unknown: ({ day }) =>
    `${day ? `The crew was last reported on site on ${day}` : 'No presence on site is recorded'}: the notification holds only while work goes on daily.`,
  contact_operator: (about) => `Pipeline with hazardous contents: contact ${names(about)} and record it.`,
  filing_day_unknown: () =>
    'It is not known here when this was filed, so nobody can say whether the period has expired.',
  later_missing: () => 'There is a newer delivery that is not in this result.',
  result_missing: () => 'There is no result to look at.',
}

const answer: Record<DigAnswer, string> = {
  yes: 'Nothing on record speaks against it today',
  not_yet: 'Not yet',
  no_longer: 'No longer',
  unknown: 'Not known',
  not_for_digging: 'Not for digging',
}

/** As short as a chip and a note on the map are. */
const chip: Record<DigAnswer, string> = {
  yes: 'Digging: no objection',
  not_yet: 'Do not dig yet',
  no_longer: 'Stop digging',
  unknown: 'Digging: not known',
  not_for_digging: 'Not for digging',
}

export const digging = {
  digging: {
    title: 'May you dig here today?',
    answer,
    chip,
    head: {
      yes: (day: string) => `No objection to digging on ${day}`,
      notBefore: (day: string) => `Do not dig before ${day}`,
      more: (n: number) => (n === 1 ? 'And 1 more reason' : `And ${n} more reasons`),
    },
    precautionShort: 'EV',
    precautionOpen: 'Precaution demand (EV), not settled yet',
    reason,
    yesWhy: 'Duties on site remain: locate the lines and keep the data at hand.',
    begin: (from: string, until: string) => `The work may start from ${from} to ${until}.`,
    work: 'Start of the work',
    seenToday: 'We were here today',
    lastSeen: (day: string) => `Last on site: ${day}`,
    precautions: 'Precautions',
    area: 'Precaution area without an operator',
    begunOn: 'Started on',
    begunBy: 'By (crew or person)',
    place: 'Where (RD or WGS84)',
    noPlace: 'This is not a place in the Netherlands: enter x and y, or latitude and longitude.',
    endedOn: 'Ended on',
    dayNeeded: 'Enter the day first.',
    mayNot: 'You can view this, but not record anything.',
    record: 'Record',
    contactBy: (day: string) => `Make contact by ${day}.`,
    letter: 'Letter with a map, to be sent by you:',
    letterAs: { pdf: 'PDF', eml: 'Mail (.eml)' },
    letterFor: {
      pdf: (operator: string) => `PDF: letter to ${operator}`,
      eml: (operator: string) => `Mail (.eml): letter to ${operator}`,
    },
    contactedOn: 'Contact on',
    contactedBy: 'With whom',
    how: 'By (telephone, mail …)',
    agreedOn: 'Agreed in writing on',
    files: { agreements: 'Files of the agreement', photos: 'Photos of the start' },
    addFile: { agreements: 'Add agreement as a file', photos: 'Add photo of the start' },
    photoBare: 'JPEG or PNG. What a telephone adds about place, device and person is left out.',
    remark: 'Remark',
    recorded: (who: string, when: string) => `Recorded by ${who}, ${when}`,
    future: 'Only what has happened can be recorded.',
  },
}
