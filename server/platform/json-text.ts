/**
 * JSON that is carried as it is written. An area may have 50,000 corners: to parse it, to walk over it and to write it
 * again takes tens of milliseconds each, so its numbers are read only beside the event loop (features/areas/survey-pool.ts).
 */

/** What is needed of one on the far side of a thread, where classes do not arrive. */
export interface RawJson {
  readonly text: string
}

/** No text that came in as JSON is this one: half a character is refused (readJson). */
const PLACEHOLDER = '\ud800 written'
const MARK_WRITTEN = JSON.stringify(PLACEHOLDER)
let taken: string[] | undefined

export class JsonText implements RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** For JSON.stringify, which only takes values; `writeJson` takes the text. */
  toJSON(): unknown {
    if (!taken) return JSON.parse(this.text)
    taken.push(this.text)
    return PLACEHOLDER
  }
}

/** As JSON.stringify writes it, with the texts of all JsonText in it as they are. */
export function writeJson(value: unknown): string {
  const texts: string[] = []
  taken = texts
  try {
    const [first, ...others] = JSON.stringify(value).split(MARK_WRITTEN)
    return first! + others.map((rest, i) => texts[i]! + rest).join('')
  } finally {
    taken = undefined
  }
}

/** @param rings JSON of a polygon's rings. @returns GeoJSON of it */
export const polygonOf = ({ text }: RawJson): JsonText => new JsonText(`{"type":"Polygon","coordinates":${text}}`)

/** Two values that mean the same have the same: members in the order of their names. */
export const canonicalJson = (value: unknown): JsonText => new JsonText(writeJson(sorted(value)))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(sorted)
  if (typeof value !== 'object' || value === null || value instanceof JsonText) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}
