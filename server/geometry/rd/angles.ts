/** A place in degrees as people write it: `52°9'18.6"N 5°23'14"E`, `N 52 09 18.6 E 5 23 14`, `5° 23,24' O 52° 9,3' N`. */
const NUMBER = String.raw`\d+(?:[.,]\d+)?`
const LETTER = '[NZSEOW]'

/** Degrees, perhaps minutes and seconds, with the letter on either side. @param sign behind the degrees */
const angle = (sign: '°' | '°?'): string =>
  String.raw`(${NUMBER})\s*${sign}\s*(?:(${NUMBER})\s*['’′]?\s*)?(?:(${NUMBER})\s*(?:["”″]|''|’’)?\s*)?`
const letterFirst = (sign: '°' | '°?'): RegExp =>
  new RegExp(String.raw`(${LETTER})\s*${angle(sign)}(?=$|[\s,;NZSEOW])`, 'gi')
const letterLast = (sign: '°' | '°?'): RegExp => new RegExp(String.raw`${angle(sign)}(${LETTER})?(?=$|[\s,;])`, 'gi')

const decimal = (text: string | undefined): number => (text === undefined ? 0 : Number(text.replace(',', '.')))

/** @returns north and east in degrees, or as they stand where no letter says which is which; null: it is no such place */
export const anglesIn = (text: string): [north: number, east: number] | null => {
  if (!/[°NZSEOW]/i.test(text)) return null
  const isLetterFirst = /^\s*[NZSEOW]/i.test(text)
  // Where degrees have their sign, a number without one is no angle: that of a point, before it.
  const sign = text.includes('°') ? '°' : '°?'
  const found = [...text.matchAll(isLetterFirst ? letterFirst(sign) : letterLast(sign))].map(([, ...parts]) => {
    const [degrees, minutes, seconds] = isLetterFirst ? parts.slice(1) : parts
    const letter = (isLetterFirst ? parts[0] : parts[3])?.toUpperCase() ?? ''
    return { value: decimal(degrees) + decimal(minutes) / 60 + decimal(seconds) / 3600, letter }
  })
  const [first, second] = found
  if (!first || !second || found.length > 2) return null
  // A KLIC number has an O in it, too.
  if (sign !== '°' && (first.letter === '' || second.letter === '')) return null
  const isEast = first.letter !== '' && 'EOW'.includes(first.letter)
  return isEast ? [second.value, first.value] : [first.value, second.value]
}
