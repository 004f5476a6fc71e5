/** Result files. The server may still be making one: then it says when to ask again, and we do as it says. */
import { ExportPending } from '../../../server/features/jobs/schema.ts'
import type { ResultFormat } from '../../../server/features/vocabulary.ts'
import { BASE, send } from '../../api/client.ts'

const after = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** The result, or what has come of a job that waits for more. */
type Of = 'export' | 'preliminary'

const pathOf = (jobId: string, format: ResultFormat, of: Of = 'export'): string =>
  `/jobs/${jobId}/${of}?${format === 'geojson-crs84' ? 'format=geojson&crs=CRS84' : `format=${format}`}`

/** Waits until the file exists. @throws ApiError when the server refuses or production failed */
export const waitUntilFinished = async (
  jobId: string,
  format: ResultFormat,
  signal: AbortSignal,
  of?: Of,
): Promise<void> => {
  for (;;) {
    const asking = new AbortController()
    const response = await send(pathOf(jobId, format, of), { signal: AbortSignal.any([signal, asking.signal]) })
    if (response.status !== 202) return asking.abort()
    await after(ExportPending.parse(await response.json()).retry_after, signal)
  }
}

/**
 * Waits until the file exists and then lets the browser fetch it from its address, so that no file is held in memory.
 * @throws ApiError when the server refuses or production failed
 */
export const download = async (jobId: string, format: ResultFormat, signal: AbortSignal, of?: Of): Promise<void> => {
  await waitUntilFinished(jobId, format, signal, of)
  const link = document.createElement('a')
  link.href = BASE + pathOf(jobId, format, of)
  link.download = ''
  link.click()
}
