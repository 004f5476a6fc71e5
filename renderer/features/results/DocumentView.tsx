/** A document of a delivery, inside the window. */
import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { shownRevision } from '../../api/job-result.ts'
import { updatePlace } from '../../place.ts'
import { useTitleOf } from './Documents.tsx'
import { DocumentFrame, FileBody, useZoom } from './FileView.tsx'
import { documentsQuery, documentUrl } from './results-api.ts'

export const DocumentView = ({ job, no }: { job: Job; no: number }) => {
  const { zoom, step } = useZoom()
  const titleOf = useTitleOf()
  const document = useQuery(documentsQuery(job.job_id, shownRevision(job) ?? 0)).data?.data.find(
    (each) => each.no === no,
  )
  if (!document) return null
  const url = documentUrl(job.job_id, no)
  const title = titleOf(document)
  return (
    <DocumentFrame title={title} url={url} step={step} onClose={() => updatePlace({ document: null })}>
      <FileBody title={title} url={url} mediaType={document.media_type} zoom={zoom} />
    </DocumentFrame>
  )
}
