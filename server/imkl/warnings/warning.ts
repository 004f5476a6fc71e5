/** One warning of a result, in two languages: Dutch for the exports, English for the API. */

import type { Language } from '../../texts/languages.ts'
import { type Translate, translate } from '../../texts/texts.ts'
import type { ResultWarning } from '../model/conversion-task.ts'

export type More = Omit<ResultWarning, 'code' | 'message' | 'messageNl'>

export const warning = (
  code: string,
  textIn: (t: Translate, language: Language) => string,
  more: More = {},
): ResultWarning => ({
  code,
  message: textIn(translate('en'), 'en'),
  messageNl: textIn(translate('nl'), 'nl'),
  ...more,
})

/** Programs that read the English know a part by its order, people that read the Dutch by its KLIC number. */
export const numberOf = (
  { orderId, klicNumber }: { orderId: string; klicNumber: string | null },
  language: Language,
): string => {
  const number = language === 'en' ? orderId : klicNumber
  return number === null ? '' : ` (${number})`
}
