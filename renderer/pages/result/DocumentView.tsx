/** A document of a delivery, inside the window, beside the map's panels. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Job } from '../../../server/contract/jobs.ts'
import { documentsQuery, documentUrl } from '../../api/results.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import { CloseIcon, DownloadIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { fileNameOf } from './Documents.tsx'

/** Fetched only when somebody looks at a PDF: it is as large as the rest of the window. */
const PdfPages = lazy(() => import('./PdfPages.tsx'))

const IMAGES = /^image\/(png|jpe?g|gif|webp|bmp|svg\+xml)$/
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

export const DocumentView = ({ job, no }: { job: Job; no: number }) => {
  const { words } = useSpeech()
  const [zoom, setZoom] = useState(1)
  const document = useQuery(documentsQuery(job.job_id, job.revision)).data?.data.find((each) => each.no === no)
  if (!document) return null
  const url = documentUrl(job.job_id, no)
  const step = (by: 1 | -1) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  const isPdf = document.media_type === 'application/pdf'
  return (
    <section className="document" aria-label={fileNameOf(document)}>
      <header className="panel-head">
        <h2>{fileNameOf(document)}</h2>
        <IconButton label={words.map.zoomOut} onPress={() => step(-1)}>
          <MinusIcon />
        </IconButton>
        <IconButton label={words.map.zoomIn} onPress={() => step(1)}>
          <PlusIcon />
        </IconButton>
        <a className="icon-button" href={url} download aria-label={words.projects.download}>
          <DownloadIcon />
        </a>
        <IconButton label={words.close} autoFocus onPress={() => adjust({ document: null })}>
          <CloseIcon />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="document-body" tabIndex={0}>
        {isPdf ? (
          <Suspense fallback={<p className="quiet">{words.loading}</p>}>
            <PdfPages url={url} zoom={zoom} />
          </Suspense>
        ) : IMAGES.test(document.media_type) ? (
          <img src={url} alt={fileNameOf(document)} style={{ width: `${zoom * 100}%` }} />
        ) : (
          <p>
            {words.result.cannotShow}{' '}
            <a href={url} download>
              {words.projects.download}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
