/** Whether one may dig, in a few words, on paper and on the page of a site package, beside the day on which they held. */
import type { DigAnswer, DigReasonCode } from './dig-reasons.ts'

interface DigWords {
  said: (day: string, answer: string) => string
  begin: (from: string, until: string) => string
  answer: Readonly<Record<DigAnswer, string>>
  reason: Readonly<Record<DigReasonCode, string>>
}

export const DIG_WORDS: Readonly<Record<'nl' | 'en', DigWords>> = {
  nl: {
    said: (day, answer) => `Graven op ${day}: ${answer}`,
    begin: (from, until) => `Het werk mag beginnen van ${from} tot en met ${until}.`,
    answer: {
      yes: 'geen bezwaar vastgelegd',
      not_yet: 'NOG NIET',
      no_longer: 'NIET MEER',
      unknown: 'NIET BEKEND',
      not_for_digging: 'NIET OM TE GRAVEN',
    },
    reason: {
      orientation: 'oriëntatieverzoek, alleen voor de voorbereiding',
      calamity: 'calamiteitenmelding, alleen om het gevaar af te wenden',
      begin_over: 'laatste dag om te beginnen voorbij, geen begin vastgelegd',
      begun_late: 'te laat begonnen',
      work_ended: 'het werk is geëindigd',
      not_filed: 'nog niet alles ingediend',
      filed_lately: 'te kort na de melding',
      not_delivered: 'nog niet alles geleverd',
      withheld: 'gegevens achtergehouden',
      operators_silent: 'niet elke netbeheerder heeft geleverd',
      later_unread: 'nieuw resultaat niet gelezen',
      attention_unread: 'waarschuwingen niet bevestigd',
      contact_missing: 'geen contact over voorzorgsmaatregelen',
      contact_lately: 'te kort na het contact over voorzorgsmaatregelen',
      agreement_missing: 'geen schriftelijke afspraak over voorzorgsmaatregelen',
      presence_unknown: 'niet bekend of er dagelijks wordt gewerkt',
      contact_operator: 'geen contact over buisleiding met gevaarlijke inhoud',
      filing_day_unknown: 'dag van indienen niet bekend',
      later_missing: 'nieuwere levering niet in dit resultaat',
      result_missing: 'geen resultaat',
    },
  },
  en: {
    said: (day, answer) => `Digging on ${day}: ${answer}`,
    begin: (from, until) => `The work may begin from ${from} to ${until}.`,
    answer: {
      yes: 'nothing on record stands against it',
      not_yet: 'NOT YET',
      no_longer: 'NO LONGER',
      unknown: 'NOT KNOWN',
      not_for_digging: 'NOT FOR DIGGING',
    },
    reason: {
      orientation: 'orientation request, for planning only',
      calamity: 'calamity notification, for averting the danger only',
      begin_over: 'last day to begin is over, no start on record',
      begun_late: 'begun too late',
      work_ended: 'the work has ended',
      not_filed: 'not all of it is filed',
      filed_lately: 'too soon after the notification',
      not_delivered: 'not all of it is delivered',
      withheld: 'data withheld',
      operators_silent: 'not every operator has delivered',
      later_unread: 'new result not read',
      attention_unread: 'warnings not confirmed',
      contact_missing: 'no contact about precautions',
      contact_lately: 'too soon after the contact about precautions',
      agreement_missing: 'no agreement in writing about precautions',
      presence_unknown: 'not known whether the work goes on daily',
      contact_operator: 'no contact about pipeline with hazardous contents',
      filing_day_unknown: 'day of filing not known',
      later_missing: 'newer delivery not in this result',
      result_missing: 'no result',
    },
  },
}

/** A Dutch day, written out. */
export const dayInWords = (day: string, language: 'nl' | 'en'): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(language === 'nl' ? 'nl-NL' : 'en-GB', { dateStyle: 'long' })
