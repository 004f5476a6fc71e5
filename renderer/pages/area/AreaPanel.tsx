/** The new area: give it, see what it costs, save or file it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preview, Session } from '../../../server/contract/dashboard.ts'
import { ApiError } from '../../api/client.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { isUnderway } from '../../map/drawing/draft.ts'
import { goTo } from '../../place.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useStartFault } from '../../ui/StartField.tsx'
import { ConfirmFiling } from '../job/ConfirmFiling.tsx'
import { FilingProblem } from '../job/FilingProblem.tsx'
import { AreaList } from './AreaList.tsx'
import { Corners } from './Corners.tsx'
import { fileArea, saveQuote } from './file-area.ts'
import { PriceCard } from './PriceCard.tsx'
import { RepairBox } from './RepairBox.tsx'
import { Rules } from './Rules.tsx'
import { Tools } from './Tools.tsx'
import type { AreaInHand } from './use-area.ts'
import { WishFields } from './Wishes.tsx'

/** What the folded sheet says of the area: its price, or why there is none yet. */
const AreaState = ({
  blocked,
  isRefused,
  preview,
}: {
  blocked: string | null
  isRefused: boolean
  preview: Preview | undefined
}) => {
  const { words, euros } = useSpeech()
  const price =
    preview && !isRefused
      ? `${words.jobs.parts(preview.quote.notifications)}, ${euros(preview.quote.total.amount)}`
      : null
  return <span className={`when-folded pill pill-${isRefused ? 'bad' : 'plain'}`}>{price ?? blocked}</span>
}

export const AreaPanel = ({ inHand, session }: { inHand: AreaInHand; session: Session }) => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const { draft, act, area, preview, isFresh, error, again } = inHand
  const { klicType, startDate } = draft.wishes
  const startFault = useStartFault()
  const made = useMutation({
    mutationFn: async (filing: boolean) => {
      if (!area || !preview) throw new Error('no area in hand')
      return filing ? await fileArea(draft, area, preview.quote.notifications) : await saveQuote(draft, area)
    },
    onSuccess: (job) => {
      queries.setQueryData(['job', job.job_id], job)
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      act({ do: 'next', clientRef: crypto.randomUUID() })
      goTo({ job: job.job_id })
    },
    onError: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  // A refusal stays one; only what is not the area's fault is worth another try.
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
  const blocked = isUnderway(draft)
    ? words.area.stillDrawing
    : !area
      ? words.area.noArea
      : error
        ? words.area.areaRefused
        : !isFresh
          ? words.area.stillCalculating
          : null
  const needsDate = klicType === 'GRAAF' && !startDate
  const dateFault = klicType === 'GRAAF' && startDate ? startFault(startDate) : null
  const blockedFiling = blocked ?? (needsDate ? words.area.startNeeded : dateFault)
  return (
    <>
      <PanelHead
        title={words.area.title}
        state={<AreaState blocked={blocked} isRefused={Boolean(error)} preview={area ? preview : undefined} />}
        onClose={() => goTo({})}
      />
      <div className="panel-body">
        <Tools inHand={inHand} />
        {draft.shape && draft.making.corners.length === 0 ? <Corners inHand={inHand} /> : null}
        <AreaList inHand={inHand} />
        <WishFields inHand={inHand} error={made.error} />
        <Rules inHand={inHand} />
        {made.error ? <FilingProblem error={made.error} /> : null}
      </div>
      <footer className="panel-foot">
        {error ? (
          <ProblemBox error={error}>
            {mayPass ? (
              <ActButton weight="quiet" onPress={again}>
                {words.retryNow}
              </ActButton>
            ) : null}
            <RepairBox inHand={inHand} />
          </ProblemBox>
        ) : null}
        {area && !error ? <PriceCard preview={preview} isFresh={isFresh} /> : null}
        <div className="row">
          <ActButton blocked={blocked} busy={made.isPending} onPress={() => made.mutate(false)}>
            {words.area.saveQuote}
          </ActButton>
          <ActButton weight="primary" blocked={blockedFiling} busy={made.isPending} onPress={() => setConfirming(true)}>
            {words.area.submit}
          </ActButton>
        </div>
        {needsDate && area && !error ? <p className="quiet">{words.area.startNeeded}</p> : null}
      </footer>
      {preview ? (
        <ConfirmFiling
          isOpen={confirming}
          quote={preview.quote}
          simulated={session.environment === 'simulator'}
          close={() => setConfirming(false)}
          confirm={() => made.mutate(true)}
        />
      ) : null}
    </>
  )
}
