/**
 * What may stand against digging: the closed list behind the reasons of `dig_status`. Each reason decides for one answer, has one
 * meaning for the documentation, and one sentence in English; the window has its own words for each.
 */

export const DIG_ANSWERS = ['yes', 'not_yet', 'no_longer', 'unknown', 'not_for_digging'] as const
export type DigAnswer = (typeof DIG_ANSWERS)[number]

export const DIG_REASON_CODES = [
  'orientation',
  'calamity',
  'begin_over',
  'begun_late',
  'work_ended',
  'not_filed',
  'filed_lately',
  'not_delivered',
  'withheld',
  'operators_silent',
  'later_unread',
  'attention_unread',
  'contact_missing',
  'contact_lately',
  'agreement_missing',
  'contact_operator',
  'not_located',
  'presence_unknown',
  'filing_day_unknown',
  'later_missing',
  'result_missing',
] as const
export type DigReasonCode = (typeof DIG_REASON_CODES)[number]

interface About {
  /** YYYY-MM-DD: from when it holds no more, or the day that it speaks of */
  day: string | null
  /** Names of the operators that it is about; an area of precaution without one has none */
  operators: string[]
  /** Parts or warnings that it is about */
  count: number | null
}

export interface DigReason extends About {
  code: DigReasonCode
  /** In English */
  message: string
}

interface Row {
  answer: Exclude<DigAnswer, 'yes'>
  /** For people who read the documentation */
  means: string
  message: (about: About) => string
}

const names = ({ operators }: About): string => operators.join(', ') || 'the manager of the area of precaution'
const parts = ({ count }: About): string => (count === 1 ? 'one part' : `${count} parts`)

export const DIG_REASONS: Readonly<Record<DigReasonCode, Row>> = {
  orientation: {
    answer: 'not_for_digging',
    means: 'An orientation request, which is for planning only',
    message: () => 'An orientation request is for planning only: file a notification to dig (GRAAF).',
  },
  calamity: {
    answer: 'not_for_digging',
    means: 'A calamity notification, which is for averting the danger only',
    message: () =>
      'A calamity notification is for averting the danger only, at once and with its operators on the telephone: file a notification to dig (GRAAF) for all other work.',
  },
  begin_over: {
    answer: 'no_longer',
    means: 'The last day to begin is over, and nobody has put on record that the work began',
    message: ({ day }) => `The work had to begin by ${day}. Record the start if it did; else file a new notification.`,
  },
  begun_late: {
    answer: 'no_longer',
    means: 'The start on record is later than the last day to begin',
    message: ({ day }) => `The work began after ${day}, the last day to begin: file a new notification.`,
  },
  work_ended: {
    answer: 'no_longer',
    means: 'The end of the work is on record',
    message: ({ day }) => `The work ended on ${day}: to dig again, file a new notification.`,
  },
  not_filed: {
    answer: 'not_yet',
    means: 'The registry has not taken all of it: a quote, under way, or refused',
    message: () => 'Not all of it is filed with the registry.',
  },
  filed_lately: {
    answer: 'not_yet',
    means: 'The notification has to be older before the work begins',
    message: ({ day }) => `It was filed too recently: the work may begin on ${day} at the earliest.`,
  },
  not_delivered: {
    answer: 'not_yet',
    means: 'Complete deliveries of parts have not come',
    message: (about) => `The complete delivery of ${parts(about)} has not come.`,
  },
  withheld: {
    answer: 'not_yet',
    means: 'Parts lie in a safety area: their data is withheld until its manager is asked',
    message: (about) => `The data of ${parts(about)} is withheld: contact the manager of the safety area.`,
  },
  operators_silent: {
    answer: 'not_yet',
    means: 'Operators with an interest here delivered nothing',
    message: (about) => `Nothing was delivered by ${names(about)}: ask there before you dig.`,
  },
  later_unread: {
    answer: 'not_yet',
    means: 'A later delivery, a split or a join changed the result, and nobody has confirmed that it was read',
    message: () => 'The result has changed: read what is new, and confirm it.',
  },
  attention_unread: {
    answer: 'not_yet',
    means: 'Warnings of the result that nobody has confirmed to have read',
    message: ({ count }) =>
      `${count === 1 ? 'One warning' : `${count} warnings`} of the result must be read and confirmed.`,
  },
  contact_missing: {
    answer: 'not_yet',
    means: 'Precautions are demanded, and no contact with these operators is on record',
    message: (about) => `Precautions are demanded: contact ${names(about)}, and record it.`,
  },
  contact_lately: {
    answer: 'not_yet',
    means: 'The contact that a precaution demands was too recently',
    message: (about) =>
      `The contact with ${names(about)} was too recently: the work may begin on ${about.day} at the earliest.`,
  },
  agreement_missing: {
    answer: 'not_yet',
    means: 'Precautions are demanded, and no agreement in writing with these operators is on record',
    message: (about) => `No agreement in writing with ${names(about)} is on record.`,
  },
  contact_operator: {
    answer: 'not_yet',
    means: 'A pipeline with hazardous contents meets the dig polygon, and no contact with these operators is on record',
    message: (about) => `A pipeline with hazardous contents lies here: contact ${names(about)}, and record it.`,
  },
  not_located: {
    answer: 'not_yet',
    means: 'Lines of the plan of trial trenches are not located; without a count it is not known how many',
    message: ({ count }) =>
      count === null
        ? 'How many lines of the plan of trial trenches are located is not known yet.'
        : `${count === 1 ? 'One line' : `${count} lines`} of the plan of trial trenches must be located.`,
  },
  presence_unknown: {
    answer: 'unknown',
    means: 'The work has begun, and no presence on the site is on record for more working days than allowed',
    message: ({ day }) =>
      `${day === null ? 'No presence on the site is on record' : `The last presence on the site on record is of ${day}`}: the notification holds only while the work goes on daily. Record your presence, or file a new notification.`,
  },
  filing_day_unknown: {
    answer: 'unknown',
    means: 'When the registry was asked is not known here: a delivery that was opened from a file does not say it',
    message: () => 'When it was filed is not known here: nobody can say whether one may begin.',
  },
  later_missing: {
    answer: 'unknown',
    means: 'There is a newer delivery that is not fetched yet, or could not be read',
    message: () => 'There is a newer delivery that nobody could read yet: what it says is not known.',
  },
  result_missing: {
    answer: 'unknown',
    means: 'There is no result to look at: not made yet, or its files were removed',
    message: () => 'There is no result to look at.',
  },
}

export function digReason(code: DigReasonCode, more: Partial<About> = {}): DigReason {
  const about = { day: null, operators: [], count: null, ...more }
  return { code, ...about, message: DIG_REASONS[code].message(about) }
}
