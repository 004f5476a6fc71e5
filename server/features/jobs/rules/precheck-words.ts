/**
 * What the pre-check says, by code: the API answers in English, the window looks the same code up in its own language. `{limit}` in a
 * text stands for the complaint's limit.
 */
import type { Language } from '../../../texts/languages.ts'
import { type CodeOf, translate } from '../../../texts/texts.ts'

export type PrecheckCode = CodeOf<'precheck'>

/** Undefined for a code that is not of the pre-check. */
export const precheckText = (code: string, language: Language, limit?: number): string | undefined =>
  translate(language).find(`precheck.${code}`, { limit: limit ?? '' })
