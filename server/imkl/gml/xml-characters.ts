/** What the signs of XML 1.0 (fifth edition) are, and where they stand in a text. */

export const [QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = [0x22, 0x27, 0x2f, 0x3d, 0x3e] as const
const [SPACE, LESS] = [0x20, 0x3c] as const
export const [EXCLAMATION, QUESTION] = [0x21, 0x3f] as const
const NAME_START =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}'
export const IS_NAME = new RegExp(
  `^[${NAME_START}][${NAME_START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*$`,
  'u',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
export const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.[0-9]+\1([ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\3)?([ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(yes|no)\5)?[ \t\n]*\?>$/
export const ONLY_SPACE = /^[ \t\n]*$/
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Characters that are looked at one by one before a search begins. */
const SHORT = 24

export const isSpace = (code: number): boolean => code === SPACE || code === 0x0a || code === 0x09

/** @returns null: it has one that XML does not know, or an & that begins none */
export function resolveEntities(text: string): string | null {
  let isKnown = true
  const resolved = text.replace(/&([^&;]*;)?/g, (_, written: string | undefined) => {
    const name = written?.slice(0, -1) ?? ''
    const character = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : characterOf(name)
    if (character === undefined) isKnown = false
    return character ?? ''
  })
  return isKnown ? resolved : null
}

/** Of a numeric reference; undefined when it is none, or one of no character of XML. */
function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,8}))$/.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  if (Number.isNaN(code) || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
  const character = String.fromCodePoint(code)
  return NO_CHARACTER.test(character) ? undefined : character
}

export const endsName = (code: number): boolean =>
  code <= SPACE || code === GREATER || code === SLASH || code === EQUALS

export function nameEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !endsName(text.charCodeAt(at))) at++
  return at
}

/** Where the next tag begins, or -1. Most texts are so short that looking at each character is quicker than a search. */
export function textEnd(text: string, from: number): number {
  const near = Math.min(from + SHORT, text.length)
  for (let at = from; at < near; at++) if (text.charCodeAt(at) === LESS) return at
  return text.indexOf('<', near)
}

export function spaceEnd(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

export const placeOf = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}
