/** Puts a reference into the field of who gives none, where it can be changed. */
import { useQuery } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { useEffect } from 'react'
import type { OfferedAddresses } from '../../../server/features/areas/schema.ts'
import type { Draft } from '../../map/drawing/draft.ts'
import type { DraftsAct } from '../../map/drawing/drafts.ts'
import { middleOf } from '../jobs/filing.ts'
import { gazetteerQuery } from '../search/places-api.ts'
import { proposedReference } from './proposed-reference.ts'

/** An area that was moved this far lies elsewhere. */
const MOVED_M = 250

/**
 * What a person wrote or emptied stays. So does what was sent: with another reference a second try is another job.
 * @param area in RD New, finished; null: there is none
 * @param offered undefined: not known yet
 */
export const useProposedReference = (
  { details, corrects }: Draft,
  act: React.Dispatch<DraftsAct>,
  area: Polygon | null,
  offered: OfferedAddresses['data'] | undefined,
): void => {
  const { reference, namedAt, address } = details
  const isOpen = corrects === null && namedAt !== 'settled' && (namedAt !== null || reference === '')
  const { data: places, isPending } = useQuery({ ...gazetteerQuery, enabled: isOpen && area !== null })
  useEffect(() => {
    if (!isOpen || !area || !offered || isPending) return
    const at = middleOf([area])
    if (namedAt && Math.hypot(at[0] - namedAt[0], at[1] - namedAt[1]) < MOVED_M) return
    const proposed = proposedReference(at, address, offered, places ?? [])
    act({ do: 'describe', details: { reference: proposed, namedAt: at } })
  }, [isOpen, namedAt, address, area, offered, places, isPending, act])
}
