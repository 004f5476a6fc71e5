/** A file beside the map's panels: pages or a picture, zoom, download. Lies in the window itself, wherever in the page it is asked for. */
import { lazy, Suspense, useState } from 'react'
import { Focusable } from 'react-aria-components'
import { createPortal } from 'react-dom'
import { useLocale } from '../../locale.tsx'
import { CloseIcon, DownloadIcon, MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { IconButton, Tipped } from '../../ui/parts.tsx'
import { useWindowKeys } from '../../ui/use-window-keys.ts'

/** Fetched only when somebody looks at a PDF: it is as large as the rest of the window. */
const PdfPages = lazy(() => import('./PdfPages.tsx'))

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

export const useZoom = () => {
  const [zoom, setZoom] = useState(1)
  return { zoom, step: (by: 1 | -1) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom) }
}

export const DocumentFrame = ({
  title,
  url,
  step,
  onClose,
  children,
}: {
  title: string
  url: string
  step: (by: 1 | -1) => void
  onClose: () => void
  children: React.ReactNode
}) => {
  const { t } = useLocale()
  useWindowKeys((event) => {
    if (
      event.key !== 'Escape' ||
      (event.target as HTMLElement).closest('[role=alertdialog], [role=dialog], [role=menu]')
    )
      return
    event.stopImmediatePropagation()
    onClose()
  }, true)
  return (
    <section className="document" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={t('map.zoomOut')} onPress={() => step(-1)}>
          <MinusIcon />
        </IconButton>
        <IconButton label={t('map.zoomIn')} onPress={() => step(1)}>
          <PlusIcon />
        </IconButton>
        <Tipped tip={t('projects.download')}>
          <Focusable>
            <a className="icon-button" href={url} download aria-label={t('projects.download')}>
              <DownloadIcon />
            </a>
          </Focusable>
        </Tipped>
        <IconButton label={t('close')} autoFocus onPress={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="document-body" tabIndex={0}>
        {children}
      </div>
    </section>
  )
}

const PDF = 'application/pdf'
const IMAGES = /^image\/(png|jpe?g|gif|webp|bmp)$/

/** What else there is can only be downloaded. */
export const canBeShown = (mediaType: string): boolean => mediaType === PDF || IMAGES.test(mediaType)

interface ShownFile {
  title: string
  url: string
  mediaType: string
}

export const FileBody = ({ title, url, mediaType, zoom }: ShownFile & { zoom: number }) => {
  const { t } = useLocale()
  if (mediaType === PDF)
    return (
      <Suspense fallback={<p className="quiet">{t('loading')}</p>}>
        <PdfPages url={url} zoom={zoom} />
      </Suspense>
    )
  if (IMAGES.test(mediaType)) return <img src={url} alt={title} style={{ width: `${zoom * 100}%` }} />
  return (
    <p>
      {t('result.cannotShow')}{' '}
      <a href={url} download>
        {t('projects.download')}
      </a>
    </p>
  )
}

export const FileView = ({
  title,
  url,
  mediaType = PDF,
  onClose,
}: Omit<ShownFile, 'mediaType'> & { mediaType?: string; onClose: () => void }) => {
  const { zoom, step } = useZoom()
  const view = (
    <DocumentFrame title={title} url={url} step={step} onClose={onClose}>
      <FileBody title={title} url={url} mediaType={mediaType} zoom={zoom} />
    </DocumentFrame>
  )
  // Not inside the panel that asks: a panel's blur makes it the frame of all that is fixed within it.
  return createPortal(view, document.querySelector('.window') ?? document.body)
}
