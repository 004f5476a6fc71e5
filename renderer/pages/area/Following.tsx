/** Which job the area repeats: what of it is done is drawn away. */
import { useQuery } from '@tanstack/react-query'
import { jobQuery } from '../../api/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { DraftAct } from '../../map/drawing/draft.ts'
import type { KeptDetails } from '../../map/drawing/request-details.ts'
import { ActButton } from '../../ui/parts.tsx'

export const Following = ({ kept, act }: { kept: KeptDetails; act: React.Dispatch<DraftAct> }) => {
  const { words } = useSpeech()
  const { follows, ...others } = kept
  const { data: job } = useQuery({ ...jobQuery(follows ?? ''), enabled: Boolean(follows) })
  if (!follows) return null
  return (
    <section className="block correcting">
      <strong>{words.following.title(job?.reference ?? words.jobs.noReference)}</strong>
      <p className="quiet">{words.following.how}</p>
      <ActButton weight="quiet" onPress={() => act({ do: 'describe', details: { kept: others } })}>
        {words.following.notIt}
      </ActButton>
    </section>
  )
}
