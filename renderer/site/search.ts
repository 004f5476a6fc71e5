/** What of the delivery answers to a word: operators with all that is theirs, where the works are, and objects by address, label or text. */
import type { SiteOperator } from '../../server/features/site-package/page-schema.ts'
import { boxOfArea } from './areas.ts'
import { titleOf } from './card.ts'
import { eachObject, facts, type SiteObject } from './pieces.ts'

export interface Hit {
  text: string
  count: number
  /** Null: nothing of it is drawn */
  box: [number, number, number, number] | null
  objects: readonly SiteObject[]
  /** That it is */
  operator?: SiteOperator
}

export const MAX_HITS = 30
const COLUMNS = ['adres', 'label', 'tekst', 'omschrijving'] as const

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const boxOf = (objects: readonly SiteObject[]): Hit['box'] => {
  const boxes = objects.flatMap(({ box }) => (box ? [box] : []))
  if (boxes.length === 0) return null
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ]
}

const hit = (text: string, objects: readonly SiteObject[]): Hit[] => {
  const box = boxOf(objects)
  return box ? [{ text, count: objects.length, box, objects }] : []
}

export const search = async (asked: string): Promise<Hit[]> => {
  const wanted = plain(asked.trim())
  if (wanted.length < 2) return []
  const all = await eachObject()
  const operators = (facts?.operators ?? [])
    .filter(({ name, code }) => plain(name).includes(wanted) || plain(code) === wanted)
    // An operator without objects here is found all the same.
    .map((operator): Hit => {
      const objects = all.filter(({ properties }) => properties.bronhouder === operator.code)
      return { text: operator.name, count: objects.length, box: boxOf(objects), objects, operator }
    })
  const places = (facts?.areas ?? []).flatMap((area): Hit[] =>
    area.address !== null && plain(area.address).includes(wanted)
      ? [{ text: area.address, count: 1, box: boxOfArea(area), objects: [] }]
      : [],
  )
  const said = new Map<string, SiteObject[]>()
  for (const object of all)
    for (const column of COLUMNS) {
      const value = object.properties[column]
      if (typeof value !== 'string' || !plain(value).includes(wanted)) continue
      const text = column === 'adres' || column === 'tekst' ? value : `${value}, ${titleOf(object)}`
      said.set(text, [...(said.get(text) ?? []), object])
      break
    }
  return [...operators, ...places, ...[...said].flatMap(([text, objects]) => hit(text, objects))]
}
