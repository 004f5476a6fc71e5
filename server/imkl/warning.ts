/** One warning of a result, in two languages: Dutch for the exports, English for the API. */
import type { ResultWarning } from '../domain/ports/conversion.ts'

export type More = Omit<ResultWarning, 'code' | 'message' | 'messageNl'>

export const warning = (code: string, nl: string, en: string, more: More = {}): ResultWarning => ({
  code,
  message: en,
  messageNl: nl,
  ...more,
})
