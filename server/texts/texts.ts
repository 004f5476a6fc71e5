/** Every sentence that a person reads, in each language: ICU messages (unicode-org.github.io/icu/userguide/format_parse/messages). */
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, type Language, TEXTS, type Texts } from './languages.ts'

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string]

/** The path of a text in en.json: `jobs.title`. */
export type Key = Paths<typeof TEXTS.en>
/** The codes that have a text under a path: of `jobState`, the states. */
export type CodeOf<Path extends string, Each = Key> = Each extends `${Path}.${infer Code}` ? Code : never
/** What the places in a message are filled with. */
export type Values = Readonly<Record<string, string | number | boolean>>
export interface Translate {
  (key: Key, values?: Values): string
  /** The text of a code that may be unknown here, as one of a newer server. */
  find: (key: string, values?: Values) => string | undefined
}

function flat(texts: Texts, path = '', messages = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const [key, value] of Object.entries(texts))
    if (typeof value === 'string') messages.set(path + key, value)
    else flat(value, `${path}${key}.`, messages)
  return messages
}

/** @param of what is made of each */
export const forEachLanguage = <T>(of: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Readonly<Record<Language, T>>

export const MESSAGES = forEachLanguage((language) => flat(TEXTS[language]))

const isKey = (key: string): key is Key => MESSAGES.en.has(key)

// Both languages are known to Node and browsers: to look them up among all others takes 8 ms of a start.
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String(locales))

const translateInto = (language: Language): Translate => {
  const read = new Map<Key, IntlMessageFormat>()
  const say = (key: Key, values?: Values): string => {
    const message = MESSAGES[language].get(key)!
    // Most have no places, and need no reading.
    if (!/[{}]|''/.test(message)) return message
    const format = read.get(key) ?? new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
    read.set(key, format)
    return format.format(values) as string
  }
  return Object.assign(say, { find: (key: string, values?: Values) => (isKey(key) ? say(key, values) : undefined) })
}

const TRANSLATE = forEachLanguage(translateInto)

export const translate = (language: Language): Translate => TRANSLATE[language]

/** As at the beginning of a sentence or title. */
export const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
