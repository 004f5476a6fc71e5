/** What must be done today and within a week. */
import type { DemandState, DutyCode, DutyTime } from '../../../server/contract/vocabulary.ts'

export interface DutyNames {
  /** As it is written here; empty: at once */
  day: string
  operators: string[]
}

const names = ({ operators }: DutyNames): string => operators.join(', ')

const line: Record<DutyCode, (about: DutyNames) => string> = {
  start_missed: ({ day }) => `The work had to start by ${day}. Record the start or submit a new notification.`,
  validity_expiring: ({ day }) => `Start by ${day}, otherwise a new notification is needed. Then record the start.`,
  later_unread: () => 'The result has changed: read what is new.',
  precaution_due: (about) => `Contact ${names(about)} by ${about.day} about the precautions.`,
  agreement_due: (about) => `Agree in writing with ${names(about)} before the start on ${about.day}.`,
  may_not_begin: ({ day }) => `The work cannot start on ${day}.`,
  may_begin: ({ day }) => `Nothing on record speaks against starting on ${day}. Record the start.`,
  presence_due: ({ day }) => `Last on site on ${day}. The notification only stays valid while work goes on daily.`,
  quote_expiring: ({ day }) => `The quote expires on ${day}.`,
}

const duty: Record<DutyCode, string> = {
  start_missed: 'Start missed',
  validity_expiring: 'Expires soon',
  later_unread: 'New result',
  precaution_due: 'Precaution',
  agreement_due: 'Agreement',
  may_not_begin: 'Not yet',
  may_begin: 'May start',
  presence_due: 'On site?',
  quote_expiring: 'Quote',
}

const when: Record<DutyTime, string> = { overdue: 'Overdue', today: 'Today', week: 'Within a week' }

export const today = {
  today: {
    title: 'Today',
    when,
    duty,
    line,
    inProject: (name: string) => `In project ${name}`,
    desk: {
      title: 'All open precautions',
      state: { to_contact: 'To contact', to_agree: 'To agree' } satisfies Record<DemandState, string>,
      due: {
        to_contact: (day: string) => `Contact by ${day}.`,
        to_agree: (day: string) => `Agree in writing before the start on ${day}.`,
      } satisfies Record<DemandState, unknown>,
      contacted: (day: string) => `Contact on ${day}.`,
      noDay: 'No start date is known.',
    },
    nothingTitle: 'Nothing to do',
    nothing: 'Starts, precautions, deadlines and quotes appear here a week before they are due.',
    shortened: 'Only the 2,000 newest jobs were checked.',
  },
}
