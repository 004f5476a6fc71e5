/** The pages of a PDF as pictures, with their text laid over them for selection and screen readers. */
import { useQuery } from '@tanstack/react-query'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import viewerStyles from 'pdfjs-dist/web/pdf_viewer.css?inline'
import { useEffect, useRef, useState } from 'react'
import { ApiError, problemOf } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'

GlobalWorkerOptions.workerSrc = new URL(workerUrl, location.href).href

// Its styles are those of a whole viewer, with dialogs and buttons of its own: they hold within a page only.
const styles = new CSSStyleSheet()
styles.replaceSync(`@scope (.pdf-page) { ${viewerStyles} }`)
document.adoptedStyleSheets.push(styles)

/** Left and right of a page, of which no scroll bar may take anything. */
const MARGINS_PX = 40

const openPdf = async (url: string): Promise<PDFDocumentProxy> => {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw await problemOf(response)
  // Decoders as WebAssembly would need a wider content policy; the program's own are enough.
  return getDocument({ data: await response.arrayBuffer(), useWasm: false, useSystemFonts: true }).promise
}

const Page = ({ pdf, no, zoom }: { pdf: PDFDocumentProxy; no: number; zoom: number }) => {
  const { t } = useLocale()
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const draw = async () => {
      const page = await pdf.getPage(no)
      if (controller.signal.aborted || !canvas.current || !text.current || !frame.current) return
      const fit =
        ((frame.current.parentElement?.clientWidth ?? 640) - MARGINS_PX) / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale: fit * zoom })
      const sharpness = Math.min(devicePixelRatio, 2)
      canvas.current.width = viewport.width * sharpness
      canvas.current.height = viewport.height * sharpness
      canvas.current.style.width = `${viewport.width}px`
      frame.current.style.setProperty('--total-scale-factor', String(viewport.scale))
      const drawing = page.render({
        canvas: canvas.current,
        viewport,
        transform: [sharpness, 0, 0, sharpness, 0, 0],
      })
      controller.signal.addEventListener('abort', () => drawing.cancel())
      await drawing.promise
      text.current.replaceChildren()
      await new TextLayer({ textContentSource: page.streamTextContent(), container: text.current, viewport }).render()
    }
    draw().catch((error: Error) => {
      if (error.name !== 'RenderingCancelledException' && !controller.signal.aborted) setFailed(true)
    })
    return () => controller.abort()
  }, [pdf, no, zoom])
  return (
    <div className="pdf-page" ref={frame}>
      <canvas ref={canvas} aria-label={t('result.page', { no, of: pdf.numPages })} role="img" />
      <div ref={text} className="textLayer" />
      {failed ? <p className="field-problem">{t('result.cannotShow')}</p> : null}
    </div>
  )
}

const PdfPages = ({ url, zoom }: { url: string; zoom: number }) => {
  const { t } = useLocale()
  const { data: pdf, error } = useQuery({
    queryKey: ['pdf', url],
    queryFn: () => openPdf(url),
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  if (error instanceof ApiError) return <ProblemBox error={error} />
  if (error) return <p className="field-problem">{t('result.cannotShow')}</p>
  if (!pdf) return <p className="quiet">{t('loading')}</p>
  const numbers = Array.from({ length: pdf.numPages }, (_, i) => i + 1)
  return numbers.map((no) => <Page key={no} pdf={pdf} no={no} zoom={zoom} />)
}

export default PdfPages
