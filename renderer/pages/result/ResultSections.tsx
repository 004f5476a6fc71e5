/** The result in words: first what could kill (who did not deliver, precautions), then themes, then files. */
import type { Job } from '../../../server/contract/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { Place } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'
import { Account } from './Account.tsx'
import { Attention } from './Attention.tsx'
import { Comparison } from './Comparison.tsx'
import { Documents } from './Documents.tsx'
import { Downloads } from './Downloads.tsx'
import { Layers } from './Layers.tsx'
import { OpenInGis } from './OpenInGis.tsx'
import { PrintSection } from './PrintSection.tsx'
import type { OpenJob } from './use-result.ts'

export const ResultSections = ({ open, job, place }: { open: OpenJob; job: Job; place: Place }) => {
  const { words } = useSpeech()
  const { summary, summaryError, style, failed, isLoading } = open
  return (
    <>
      {summaryError ? <ProblemBox error={summaryError} /> : null}
      {summary ? <Attention job={job} summary={summary} /> : null}
      {failed ? (
        <p className="field-problem" role="alert">
          {words.result.mapFailed}
        </p>
      ) : null}
      {isLoading ? <p className="quiet">{words.result.mapLoading}</p> : null}
      <Downloads key={job.job_id} job={job} hasGround={Boolean(style?.tiles.ground)} />
      <OpenInGis key={`gis-${job.job_id}`} job={job} />
      {summary ? <Layers summary={summary} place={place} ground={style?.tiles.ground ?? null} /> : null}
      <PrintSection key={`print-${job.job_id}`} job={job} place={place} ground={style?.tiles.ground ?? null} />
      {summary ? <Documents job={job} summary={summary} /> : null}
      {summary ? <Account summary={summary} /> : null}
      <Comparison job={job} place={place} />
    </>
  )
}
