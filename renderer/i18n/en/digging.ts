/** May one dig there today, and what is put on record of it. */
import type { DigAnswer, DigReasonCode } from '../../../server/contract/vocabulary.ts'

/** What a reason names: a day as it is written here, operators, parts or warnings. */
export interface DigNames {
  day: string
  operators: string[]
  count: number
}

const area = 'whoever manages the area of precaution'
const names = ({ operators }: DigNames): string => operators.map((name) => name || area).join(', ')
const parts = ({ count }: DigNames): string => (count === 1 ? '1 part' : `${count} parts`)

const reason: Record<DigReasonCode, (about: DigNames) => string> = {
  orientation: () => 'An orientation request is for planning only.',
  calamity: () => 'A calamity notification is for averting the danger only: call the operators.',
  begin_over: ({ day }) => `The work had to begin by ${day}. Did it? Record the start. Else file a new notification.`,
  begun_late: ({ day }) => `The work began after ${day}, the last day to begin: file a new notification.`,
  work_ended: ({ day }) => `The work ended on ${day}. Whoever digs again files a new notification.`,
  not_filed: () => 'Not all of it is filed at Kadaster.',
  filed_lately: ({ day }) => `The work may begin on ${day} at the earliest: the notification has to be older.`,
  not_delivered: (about) => `The complete delivery of ${parts(about)} has not come.`,
  withheld: (about) => `The data of ${parts(about)} is withheld: contact the manager of the safety area.`,
  operators_silent: (about) => `Nothing was delivered by ${names(about)}. Ask there before you dig.`,
  later_unread: () => 'A later delivery has changed the result: read what is new, and confirm it.',
  attention_unread: ({ count }) =>
    count === 1
      ? '1 warning is still to be read and confirmed.'
      : `${count} warnings are still to be read and confirmed.`,
  contact_missing: (about) => `Precautions: contact ${names(about)}, and record it below.`,
  contact_lately: (about) => `Too soon after the contact with ${names(about)}: begin on ${about.day} at the earliest.`,
  agreement_missing: (about) => `No agreement in writing with ${names(about)} is on record.`,
  filing_day_unknown: () => 'When this was filed is not known here, so nobody can say whether the term is over.',
  later_missing: () => 'There is a newer delivery that is not in this result.',
  result_missing: () => 'There is no result to look at.',
}

const answer: Record<DigAnswer, string> = {
  yes: 'Nothing on record stands against it today',
  not_yet: 'Not yet',
  no_longer: 'No longer',
  unknown: 'Not known',
  not_for_digging: 'Not for digging',
}

/** As short as a chip and a note on the map are. */
const chip: Record<DigAnswer, string> = {
  yes: 'Nothing against digging',
  not_yet: 'Do not dig yet',
  no_longer: 'Dig no longer',
  unknown: 'Digging: not known',
  not_for_digging: 'Not for digging',
}

export const digging = {
  digging: {
    title: 'May one dig here today?',
    answer,
    chip,
    precautionShort: 'EV',
    precautionOpen: 'Demand for precaution (EV) that is not settled yet',
    reason,
    yesWhy: 'Duties on the site remain: locate the lines, and have the data at hand.',
    begin: (from: string, until: string) => `The work may begin from ${from} to ${until}.`,
    work: 'Start of the work',
    precautions: 'Precautions',
    area: 'Area of precaution without an operator',
    begunOn: 'Begun on',
    begunBy: 'By (crew or person)',
    place: 'Where (RD or WGS84)',
    noPlace: 'This is no place in the Netherlands: give x and y, or latitude and longitude.',
    endedOn: 'Ended on',
    dayNeeded: 'Give the day first.',
    mayNot: 'You may look, and put nothing on record.',
    record: 'Record',
    contactBy: (day: string) => `Make contact on ${day} at the latest.`,
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
    addFile: { agreements: 'Add the agreement as a file', photos: 'Add a photo of the start' },
    photoBare: 'JPEG or PNG. What a telephone writes into it of place, device and person is left out.',
    remark: 'Remark',
    recorded: (who: string, when: string) => `Recorded by ${who}, ${when}`,
    future: 'Only what has happened is recorded.',
  },
}
