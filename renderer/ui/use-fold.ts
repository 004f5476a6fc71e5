/**
 * Whether the sheet on a narrow window is folded to its head, so that the map is free. It stays so while the same thing
 * is open, and a new choice comes unfolded. Next to a wide map the panel is never folded: the style sheet knows.
 */
import { useState } from 'react'
import type { Place } from '../place.ts'
import type { Fold } from './PanelHead.tsx'

export const useFold = ({ area, corrects, settings, project, job, picked }: Place): Fold | null => {
  const chosen = area ? `area ${corrects}` : [project ?? job ?? '', ...picked.slice(0, 1)].join(' ')
  const [folded, setFolded] = useState<string | null>(null)
  if (folded !== null && folded !== chosen) setFolded(null)
  if (settings !== null) return null
  return { isFolded: folded === chosen, fold: (isFolded) => setFolded(isFolded ? chosen : null) }
}
