/** An open job: how far it is, what to do next, its parts, and its result when there is one. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { use, useRef, useState } from 'react'
import { forEachOwnText } from '../../../server/features/jobs/given-texts-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Session } from '../../../server/features/users/session-schema.ts'
import { isDownloadable, isMoving } from '../../../server/features/vocabulary.ts'
import { shownRevision } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import type { KeptDetails, RequestDetails } from '../../map/drawing/request-details.ts'
import { shapeFrom } from '../../map/drawing/shape.ts'
import { goTo, type Place } from '../../place.ts'
import { isAskedToDig, saysDigFirst } from '../../tone.ts'
import { goToNeeded } from '../../ui/by-keys.ts'
import { PanelHead } from '../../ui/PanelHead.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { StartField, useStartFault } from '../../ui/StartField.tsx'
import type { AreaEditor } from '../areas/use-area.ts'
import { CalamityCard } from '../calamities/CalamityCard.tsx'
import { ConfirmCalamity } from '../calamities/ConfirmCalamity.tsx'
import { DigChip } from '../digging/DigChip.tsx'
import { DigHead } from '../digging/DigHead.tsx'
import { Regroup } from '../imports/Regroup.tsx'
import { FeatureCard } from '../results/FeatureCard.tsx'
import { ReadFirst } from '../results/ReadFirst.tsx'
import { ResultTabs } from '../results/ResultTabs.tsx'
import type { OpenJob } from '../results/use-result.ts'
import { TrenchContext } from '../trenches/use-trench-plan.ts'
import { Archive } from './Archive.tsx'
import { learnJob, retryJob, submitJob } from './api.ts'
import { ConfirmFiling } from './ConfirmFiling.tsx'
import { FilingProblem, sectionOf } from './FilingProblem.tsx'
import { Imported } from './Imported.tsx'
import { JobHistory } from './JobHistory.tsx'
import { JobMenu } from './JobMenu.tsx'
import { jobTitle } from './job-title.ts'
import { Lineage } from './Lineage.tsx'
import { Delivered, PartialDeliveries } from './PartialDeliveries.tsx'
import { Progress } from './Progress.tsx'
import { RegistrySays } from './RegistrySays.tsx'
import { StatusPill } from './StatusPill.tsx'
import { useReason } from './use-reason.ts'

const moreOf = ({ kvk_number, address }: NonNullable<Job['principal']>): NonNullable<KeptDetails['principal']> => ({
  ...(kvk_number === undefined ? {} : { kvk_number }),
  ...(address === undefined ? {} : { address }),
})

/** Everything as it was asked, to be corrected and sent again. */
const detailsOf = (job: Job): Omit<RequestDetails, 'corridorWidthM' | 'contact' | 'namedAt'> => {
  const { principal, quote } = job
  return {
    // After a calamity the other work is planned.
    klicType: job.klic_type === 'ORIENT' ? 'ORIENT' : 'GRAAF',
    reference: job.reference ?? '',
    startDate: job.start_date ?? '',
    works: job.works ?? [],
    ...forEachOwnText((name) => job[name] ?? ''),
    preparation: job.preparation,
    address: job.address,
    principal: principal && { organisation: principal.organisation, ...principal.contact },
    kept: {
      ...(job.end_date ? { end_date: job.end_date } : {}),
      ...(job.has_addresses ? { has_addresses: job.has_addresses } : {}),
      ...(job.webhook_url ? { webhook_url: job.webhook_url } : {}),
      ...(job.follows ? { follows: job.follows } : {}),
      ...(principal ? { principal: moreOf(principal) } : {}),
    },
    maxExtraM: quote.rules?.max_extra_m ?? null,
    infoBufferM: quote.rules?.info_buffer_m ?? null,
  }
}

/** The same once more: works, reference and contacts go along, the days do not. */
const repeatOf = (job: Job): Partial<RequestDetails> => {
  const { kept, ...details } = detailsOf(job)
  const { end_date: _, ...others } = kept
  return { ...details, startDate: '', kept: { ...others, follows: job.job_id } }
}

const NextStep = ({
  job,
  session,
  editor,
  children,
}: {
  job: Job
  session: Session
  editor: AreaEditor
  /** What else follows from how it stands. */
  children: React.ReactNode
}) => {
  const { t } = useLocale()
  const say = useReason()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const [startDate, setStartDate] = useState(job.start_date ?? '')
  const renewed = (next: Job) => learnJob(queries, next)
  const filing = useMutation({ mutationFn: () => submitJob(job.job_id, startDate || null), onSuccess: renewed })
  const resuming = useMutation({ mutationFn: () => retryJob(job.job_id), onSuccess: renewed })
  const mayWrite = session.permissions.includes('write')
  // What was corrected goes on being one job; another quote may be kept beside its changed copy.
  const isSameJob = job.status === 'rejected' || job.warnings.some(({ code }) => code === 'JOB_CORRECTED')
  const corrects = mayWrite && isSameJob ? job.job_id : null
  const { next_action_reason: reason, next_action_params: params } = job
  // Its rectangle is no area to change: what was asked is drawn or brought again.
  const isAreaGone = params.area_gone === true
  const correct = () => {
    const shape = isAreaGone ? null : shapeFrom(job.geometry as Polygon, job.crs)
    const keepOut = job.quote.rules?.keep_out ?? []
    editor.act({ do: 'begin', clientRef: crypto.randomUUID(), corrects, shape, keepOut, details: detailsOf(job) })
    goTo({ area: true, corrects })
  }
  const needsDate = job.klic_type === 'GRAAF'
  const startFault = useStartFault()
  const dateFault = needsDate ? (startDate ? startFault(startDate) : t('area.startNeeded')) : null
  const blocked = mayWrite ? null : t('job.mayNotFile')
  const [isMarked, mark] = useState(false)
  const step = useRef<HTMLDivElement>(null)
  const submit = () => {
    mark(dateFault !== null)
    if (dateFault) goToNeeded(step.current)
    else setConfirming(true)
  }
  // Of a forgotten area there is nothing to file.
  const isCalamity = job.klic_type === 'CALAMITEIT'
  const canFile = !isAreaGone && reason !== 'input_incomplete'
  const settingAsked = params.complaints?.find(({ at }) => !at.startsWith('/'))?.at
  return (
    <div className="next-step" data-job={job.job_id} ref={step}>
      <p role="status">{say(job)}</p>
      {job.status === 'quoted' ? (
        <>
          {canFile && needsDate ? (
            <div data-needed={dateFault ? true : undefined}>
              <StartField value={startDate} onChange={setStartDate} missing={isMarked ? dateFault : null} />
            </div>
          ) : null}
          <div className="row">
            {isCalamity ? null : (
              <ActButton weight={canFile ? 'plain' : 'primary'} onPress={correct}>
                {isAreaGone ? t('job.drawAgain') : corrects ? t('job.change') : t('job.changeAsNew')}
              </ActButton>
            )}
            {canFile ? (
              <ActButton weight="primary" busy={filing.isPending} blocked={blocked} onPress={submit}>
                {isCalamity ? t('calamity.file') : t('job.submit')}
              </ActButton>
            ) : null}
          </div>
          <ConfirmCalamity
            job={confirming && isCalamity ? job : null}
            close={() => setConfirming(false)}
            filed={(next) => {
              setConfirming(false)
              renewed(next)
            }}
          />
          <ConfirmFiling
            isOpen={confirming && !isCalamity}
            filing={{
              corrects,
              klicType: job.klic_type,
              startDate: (needsDate && startDate) || null,
              reference: job.registry_reference,
              address: job.address,
              locationDescription: job.location_description,
              parts: job.parts.map(({ geometry }) => geometry as Polygon),
              quote: job.quote,
            }}
            simulated={session.environment === 'simulator'}
            close={() => setConfirming(false)}
            confirm={() => filing.mutate()}
            onStart={setStartDate}
          />
        </>
      ) : null}
      {job.status === 'rejected' && !isCalamity ? (
        <ActButton weight="primary" onPress={correct}>
          {t('job.correct')}
        </ActButton>
      ) : null}
      {settingAsked !== undefined ? (
        <div className="row">
          <ActButton onPress={() => goTo({ settings: sectionOf(settingAsked) })}>{t('area.toSettings')}</ActButton>
        </div>
      ) : null}
      {job.next_action === 'retry' ? (
        <div className="row">
          <ActButton
            weight="primary"
            busy={resuming.isPending}
            blocked={mayWrite ? null : t('job.mayNotFile')}
            onPress={() => resuming.mutate()}
          >
            {t('job.retry')}
          </ActButton>
        </div>
      ) : null}
      {children}
      {(filing.error ?? resuming.error) ? <FilingProblem error={filing.error ?? resuming.error} /> : null}
    </div>
  )
}

/** The list of a comparison leads from one object to the next; a line of the trench plan has its row. */
const hasCard = ({ tab, compare }: Place, isRow: boolean): boolean =>
  tab === 'map' || (tab === 'course' && compare !== null) || (tab === 'trenches' && !isRow)

const Refused = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  if (job.errors.length === 0) return null
  return (
    <section className="problem">
      <div>
        <strong>{t('job.registrySays')}</strong>
        <RegistrySays errors={job.errors} />
      </div>
    </section>
  )
}

/** As high as what most jobs begin with. */
const Skeleton = () => (
  <div className="skeleton" aria-busy="true">
    {['answer', 'act', 'first', 'second', 'third'].map((line) => (
      <span key={line} />
    ))}
  </div>
)

export const JobPanel = ({
  open,
  place,
  session,
  editor,
  onLook,
}: {
  open: OpenJob
  place: Place
  session: Session
  editor: AreaEditor
  /** The map flies to it again. */
  onLook(): void
}) => {
  const { t } = useLocale()
  const { job, error, again } = open
  const isRow = use(TrenchContext)?.row != null
  const mayWrite = session.permissions.includes('write')
  const repeat = (of: Job) => {
    const shape = shapeFrom(of.geometry as Polygon, of.crs)
    const keepOut = of.quote.rules?.keep_out ?? []
    editor.act({ do: 'begin', clientRef: crypto.randomUUID(), corrects: null, shape, keepOut, details: repeatOf(of) })
    goTo({ area: true })
  }
  return (
    <>
      <PanelHead
        title={job ? jobTitle(t, job) : t('loading')}
        state={
          job ? (
            <>
              {saysDigFirst(job) ? <DigChip job={job} /> : <StatusPill job={job} />}
              <JobMenu key={job.job_id} job={job} mayWrite={mayWrite} look={onLook} repeat={() => repeat(job)} />
            </>
          ) : null
        }
        {...(job && {
          stateText: saysDigFirst(job)
            ? t(`digging.chip.${job.dig_status.answer}`)
            : t(`pill.${job.next_action_reason}`),
        })}
        onClose={() => goTo({})}
      />
      <div className="panel-body">
        {error && !job ? (
          <ProblemBox error={error}>
            <ActButton weight="quiet" onPress={again}>
              {t('retryNow')}
            </ActButton>
          </ProblemBox>
        ) : null}
        {!job && !error ? <Skeleton /> : null}
        {job ? (
          <>
            {isAskedToDig(job) && isDownloadable(job.status) ? <DigHead job={job} /> : null}
            {job.klic_type === 'CALAMITEIT' && job.source === 'ordered' && job.status !== 'quoted' ? (
              <CalamityCard job={job} />
            ) : null}
            {place.picked.length > 0 && hasCard(place, isRow) ? (
              <FeatureCard picked={place.picked} open={open} />
            ) : null}
            {job.status === 'partially_delivered' ? <PartialDeliveries job={job} /> : null}
            {isMoving(job.status) ? <Progress job={job} /> : null}
            <NextStep key={`next ${job.job_id}`} job={job} session={session} editor={editor}>
              {isDownloadable(job.status) ? <ReadFirst job={job} summary={open.summary} /> : null}
            </NextStep>
            <Refused job={job} />
            <Lineage key={`lineage ${job.job_id}`} job={job} />
            {shownRevision(job) !== null ? (
              <ResultTabs open={open} job={job} place={place} mayWrite={mayWrite} course={<JobHistory job={job} />} />
            ) : (
              <>
                {job.source === 'imported' ? <Imported job={job} /> : null}
                {job.status === 'partially_delivered' ? <Delivered job={job} /> : null}
                <JobHistory job={job} />
              </>
            )}
            <Regroup key={`regroup ${job.job_id}`} job={job} mayWrite={mayWrite} />
            <Archive key={`archive ${job.job_id}`} job={job} mayWrite={mayWrite} />
          </>
        ) : null}
      </div>
    </>
  )
}
