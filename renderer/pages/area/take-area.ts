/** Text that someone pasted, chose or dropped becomes the area of the draft, or a reason in words. */
import { useSpeech } from '../../i18n/words.tsx'
import { readArea, type Unreadable } from '../../map/drawing/read-area.ts'
import type { AreaInHand } from './use-area.ts'

/** The server takes no larger body. */
const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Null when the file is too large. */
export const readFileText = async (file: File): Promise<string | null> =>
  file.size > MAX_FILE_BYTES ? null : await file.text()

/** Null when it went well. */
export const takeAreaText = (text: string, act: AreaInHand['act']): Unreadable | null => {
  const read = readArea(text)
  if (!read.ok) return read
  act({ do: 'commit', shape: read.shape, next: 'none' })
  return null
}

export const useUnreadableWords = (): ((problem: Unreadable | { why: 'tooLarge' }) => string) => {
  const { unreadable } = useSpeech().words.area
  return (problem) => {
    if (problem.why === 'badNumber') return unreadable.badNumber(problem.line)
    if (problem.why === 'severalPolygons') return unreadable.severalPolygons(problem.count)
    return unreadable[problem.why]
  }
}
