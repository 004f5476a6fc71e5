/** The new area: give it, see what it costs, save or file it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { cleanReference } from '../../../server/features/vocabulary.ts'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { isUnderway } from '../../map/drawing/draft.ts'
import type { RequestDetails } from '../../map/drawing/request-details.ts'
import { goTo } from '../../place.ts'
import { goToNeeded } from '../../ui/by-keys.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useStartFault } from '../../ui/StartField.tsx'
import { useWindowKeys } from '../../ui/use-window-keys.ts'
import { ConfirmCalamity } from '../calamities/ConfirmCalamity.tsx'
import { useCalamityObstacle } from '../calamities/use-calamity-obstacle.ts'
import { learnJob } from '../jobs/api.ts'
import { ConfirmFiling } from '../jobs/ConfirmFiling.tsx'
import { FilingProblem } from '../jobs/FilingProblem.tsx'
import type { Filing } from '../jobs/filing.ts'
import { AreaList } from './AreaList.tsx'
import { BaseMap } from './BaseMap.tsx'
import { Corners } from './Corners.tsx'
import { CorrectionNote } from './CorrectionNote.tsx'
import { fileArea, saveQuote } from './file-area.ts'
import { PriceCard } from './PriceCard.tsx'
import { RepairBox } from './RepairBox.tsx'
import { RepeatNote } from './RepeatNote.tsx'
import { RequestDetailFields } from './RequestDetails.tsx'
import { Rules } from './Rules.tsx'
import { SafetyAreasNote } from './SafetyAreasNote.tsx'
import { useSteadyEditor } from './steady-editor.ts'
import { MakingNow, Tools } from './Tools.tsx'
import type { AreaEditor } from './use-area.ts'

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
  const { t, euros } = useLocale()
  const price =
    preview && !isRefused
      ? `${t('jobs.parts', { n: preview.quote.notifications })}, ${euros(preview.quote.total.amount)}`
      : null
  return <span className={`when-folded pill pill-${isRefused ? 'bad' : 'plain'}`}>{price ?? blocked}</span>
}

const filingOf = (
  corrects: string | null,
  { klicType, startDate, reference, address, locationDescription }: RequestDetails,
  { quote, parts }: Preview,
  maxReference: number,
): Filing => ({
  corrects,
  klicType,
  startDate: (klicType === 'GRAAF' && startDate) || null,
  reference: cleanReference(reference, maxReference) || null,
  address,
  locationDescription: locationDescription.trim() || null,
  parts: parts.map(({ geometry }) => geometry as Polygon),
  quote,
})

const leave = () => goTo({})

/** Ctrl+Enter from wherever one is in the area. */
const useFilingKey = (file: (() => void) | null) => {
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !file) return
    if ((event.target as HTMLElement).closest('[role=alertdialog]')) return
    event.preventDefault()
    file()
  }, true)
}

export const AreaPanel = ({ editor, session }: { editor: AreaEditor; session: Session }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  /** A calamity is confirmed on its own quote, which says whom the operators will call. */
  const [alarm, setAlarm] = useState<Job | null>(null)
  const { draft, act, area, preview, isFresh, isAnswered, error, again } = editor
  const { klicType, startDate } = draft.details
  const startFault = useStartFault()
  const done = (job: Job) => {
    learnJob(queries, job)
    // A corrected job lies elsewhere now.
    void queries.invalidateQueries({ queryKey: ['job', job.job_id, 'map'] })
    act({ do: 'next', clientRef: crypto.randomUUID() })
    goTo({ job: job.job_id })
  }
  const made = useMutation({
    mutationFn: async (filing: boolean) => {
      if (!area || !preview) throw new Error('no area')
      return filing ? await fileArea(draft, area, preview.quote.notifications) : await saveQuote(draft, area)
    },
    onSuccess: (job) => (job.klic_type === 'CALAMITEIT' && job.status === 'quoted' ? setAlarm(job) : done(job)),
    onError: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  // A refusal stays one; only what is not the area's fault is worth another try.
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
  const isCalamity = klicType === 'CALAMITEIT'
  const obstacle = useCalamityObstacle(preview, session)
  const areaNeeded = isUnderway(draft) ? t('area.stillDrawing') : area ? null : t('area.noArea')
  const startNeeded = klicType !== 'GRAAF' ? null : startDate ? startFault(startDate) : t('area.startNeeded')
  const whatNeeded = isCalamity && draft.details.worksDescription.trim() === '' ? t('calamity.whatNeeded') : null
  const isLacking = Boolean(areaNeeded ?? startNeeded ?? whatNeeded)
  const blocked = areaNeeded ? null : error ? t('area.areaRefused') : isFresh ? null : t('area.stillCalculating')
  const blockedFiling = isLacking ? null : (blocked ?? (isCalamity ? obstacle : null))
  /** After a press in vain what is missing is marked. */
  const [isMarked, mark] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { mutate, isPending } = made
  const seek = useCallback(() => {
    mark(true)
    goToNeeded(form.current)
  }, [])
  const isUnnamed = draft.details.namedAt === null
  const settle = useCallback(() => {
    if (isUnnamed) act({ do: 'describe', details: { namedAt: 'settled' } })
  }, [isUnnamed, act])
  const file = useCallback(() => {
    if (isLacking) return seek()
    settle()
    if (isCalamity) mutate(false)
    else setConfirming(true)
  }, [isLacking, seek, settle, isCalamity, mutate])
  const save = useCallback(() => {
    if (areaNeeded) return seek()
    settle()
    mutate(false)
  }, [areaNeeded, seek, settle, mutate])
  useFilingKey(blockedFiling === null && !isPending ? file : null)
  const steady = useSteadyEditor(editor)
  const { hasArea, addresses, rules, cut } = steady
  const { details, keepOut } = steady.draft
  const fields = useMemo(
    () => (
      <div className="panel-body" ref={form}>
        {steady.draft.corrects !== null ? <CorrectionNote jobId={steady.draft.corrects} act={act} /> : null}
        <RepeatNote kept={steady.draft.details.kept} act={act} />
        <Tools editor={steady} needed={areaNeeded} isMarked={isMarked} />
        {steady.draft.shape && steady.draft.making.corners.length === 0 ? <Corners editor={steady} /> : null}
        <AreaList editor={steady} />
        <RequestDetailFields
          details={details}
          act={act}
          startNeeded={startNeeded}
          whatNeeded={whatNeeded}
          isMarked={isMarked}
          hasArea={hasArea}
          addresses={addresses}
          error={made.error}
          corrects={steady.draft.corrects}
          maxReference={session.max_reference}
        />
        {details.klicType === 'CALAMITEIT' ? null : (
          <Rules
            act={act}
            details={details}
            rules={rules}
            keepOut={keepOut}
            cut={cut}
            isDrawn={steady.draft.tool === 'keepOut'}
          />
        )}
        <SafetyAreasNote />
        <BaseMap />
        {made.error ? <FilingProblem error={made.error} /> : null}
      </div>
    ),
    [
      steady,
      made.error,
      act,
      details,
      keepOut,
      hasArea,
      addresses,
      rules,
      cut,
      session.max_reference,
      areaNeeded,
      startNeeded,
      whatNeeded,
      isMarked,
    ],
  )
  const buttons = useMemo(
    () => (
      <div className="row">
        {isCalamity ? null : (
          <ActButton blocked={blocked} busy={isPending} onPress={save}>
            {t('area.saveQuote')}
          </ActButton>
        )}
        <ActButton weight="primary" blocked={blockedFiling} busy={isPending} onPress={file}>
          {isCalamity ? t('calamity.file') : t('area.submit')}
        </ActButton>
      </div>
    ),
    [blocked, blockedFiling, isCalamity, isPending, file, save, t],
  )
  return (
    <>
      <PanelHead
        title={draft.corrects === null ? t('area.title') : t('correcting.title')}
        state={
          <AreaState blocked={areaNeeded ?? blocked} isRefused={Boolean(error)} preview={area ? preview : undefined} />
        }
        onClose={leave}
      />
      <MakingNow value={draft.making}>{fields}</MakingNow>
      <footer className="panel-foot">
        {error ? (
          <div className="refused" aria-busy={!isAnswered}>
            <ProblemBox error={error}>
              {mayPass ? (
                <ActButton weight="quiet" onPress={again}>
                  {t('retryNow')}
                </ActButton>
              ) : null}
              <RepairBox editor={editor} />
            </ProblemBox>
          </div>
        ) : null}
        {area && !error ? <PriceCard preview={preview} isFresh={isFresh} /> : null}
        {buttons}
        {isCalamity && obstacle && area && !error ? <p className="quiet">{obstacle}</p> : null}
      </footer>
      <ConfirmCalamity job={alarm} close={() => setAlarm(null)} filed={done} />
      {preview ? (
        <ConfirmFiling
          isOpen={confirming}
          filing={filingOf(draft.corrects, draft.details, preview, session.max_reference)}
          simulated={session.environment === 'simulator'}
          close={() => setConfirming(false)}
          confirm={() => mutate(true)}
          onStart={(start) => act({ do: 'describe', details: { startDate: start } })}
        />
      ) : null}
    </>
  )
}
