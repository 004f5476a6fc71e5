/** The picture of the rooms, from what the files really import: part of docs/architecture.md. */
import { ROOMS } from './rooms.ts'
import { roomOf } from './rules.ts'
import { type Source, target } from './sources.ts'

const BEGIN = '<!-- Written by build/write-rooms.ts -->'
const END = '<!-- Until here -->'
/** Nearly every room stands on these, and the others put all rooms together: their arrows would hide the rest. */
const GROUND = [
  ...['server/platform', 'server/geometry', 'server/texts', 'server/registry', 'server/imkl/model', 'server/imkl/look'],
  ...['server/features', 'server/features/http', 'server/features/settings', 'server/features/webhooks'],
]
const ENTRIES = 'entries'
const ON_TOP = ['server/cli', 'server/api', 'renderer', ENTRIES]

const nameOf = (room: string): string => room.replace('server/', '')

/** By room, which rooms its files import; the entries of the processes count as one. */
const importsByRoom = (sources: readonly Source[]): Map<string, Set<string>> => {
  const found = new Map(Object.keys(ROOMS).map((room) => [room, new Set<string>()]))
  found.set(ENTRIES, new Set())
  const named = (file: string) => {
    const room = roomOf(file)
    return room === 'entry' ? ENTRIES : room
  }
  for (const { file, imports } of sources) {
    const room = named(file)
    for (const { from } of imports) {
      const to = target(file, from)
      const other = to === undefined ? undefined : named(to)
      if (room && other && other !== room) found.get(room)?.add(other)
    }
  }
  return found
}

/** A flow chart that GitHub draws, and a table of the rooms with one sentence each. */
export const pictureOf = (sources: readonly Source[]): string => {
  const imports = importsByRoom(sources)
  const arrows = [...imports]
    .filter(([room]) => !ON_TOP.includes(room) && !GROUND.includes(room))
    .flatMap(([room, others]) =>
      [...others].filter((other) => !GROUND.includes(other)).map((other) => `  ${nameOf(room)} --> ${nameOf(other)}`),
    )
  const rows = Object.entries(ROOMS).map(([room, { what }]) => {
    const its = [...(imports.get(room) ?? [])].map(nameOf).sort()
    return `| \`${room}\` | ${what} | ${its.join(', ') || 'nothing'} |`
  })
  return [
    BEGIN,
    '',
    '```mermaid',
    'flowchart TD',
    ...arrows.sort(),
    '```',
    '',
    `Not drawn: what most others stand on (${GROUND.map(nameOf).join(', ')}), and what puts them together (${ON_TOP.map(nameOf).join(', ')}).`,
    '',
    '| Room | What it is | Imports |',
    '|---|---|---|',
    ...rows,
    '',
    END,
  ].join('\n')
}

/** @returns the page with the picture as it is now; the same text when it was up to date */
export const withPicture = (page: string, sources: readonly Source[]): string => {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error('the page has no place for the picture of the rooms')
  return before + pictureOf(sources) + after
}
