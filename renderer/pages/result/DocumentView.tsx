/** A document of a delivery, inside the window. */
import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../server/contract/jobs.ts'
import { documentsQuery, documentUrl } from '../../api/results.ts'
import { shownOf } from '../../api/shown.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import { useTitleOf } from './Documents.tsx'
import { DocumentFrame, Pages, useZoom } from './PdfView.tsx'

const IMAGES = /^image\/(png|jpe?g|gif|webp|bmp)$/

export const DocumentView = ({ job, no }: { job: Job; no: number }) => {
  const { words } = useSpeech()
  const { zoom, step } = useZoom()
  const titleOf = useTitleOf()
  const document = useQuery(documentsQuery(job.job_id, shownOf(job) ?? 0)).data?.data.find((each) => each.no === no)
  if (!document) return null
  const url = documentUrl(job.job_id, no)
  const title = titleOf(document)
  return (
    <DocumentFrame title={title} url={url} step={step} onClose={() => adjust({ document: null })}>
      {document.media_type === 'application/pdf' ? (
        <Pages url={url} zoom={zoom} />
      ) : IMAGES.test(document.media_type) ? (
        <img src={url} alt={title} style={{ width: `${zoom * 100}%` }} />
      ) : (
        <p>
          {words.result.cannotShow}{' '}
          <a href={url} download>
            {words.projects.download}
          </a>
        </p>
      )}
    </DocumentFrame>
  )
}
