/** Which notification of an acceptance is which part of the order: a wrong answer would lose what is paid. */
import type { PartRow } from '../tables.ts'

/**
 * By position number, compared as a number; failing that by the order of the list, which is the order we sent.
 * @returns undefined when not every part has an id of its own
 */
export function matchPositions(
  parts: readonly Pick<PartRow, 'id' | 'position'>[],
  requests: readonly { position: string; giAanvraagId: string }[],
): Map<string, string> | undefined {
  const isWhole = new Set(requests.map(({ giAanvraagId }) => giAanvraagId)).size === requests.length
  if (!isWhole || requests.length < parts.length || requests.some(({ giAanvraagId }) => giAanvraagId === '')) return
  const byNumber = new Map(requests.map(({ position, giAanvraagId }) => [Number(position), giAanvraagId]))
  const ids = new Map<string, string>()
  for (const part of parts) {
    const id = byNumber.get(Number(part.position))
    if (id !== undefined) ids.set(part.id, id)
  }
  if (ids.size === parts.length && byNumber.size === requests.length) return ids
  if (requests.length !== parts.length) return
  return new Map(parts.map((part, index) => [part.id, requests[index]!.giAanvraagId]))
}
