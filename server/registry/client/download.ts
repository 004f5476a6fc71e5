/**
 * Fetches a delivery ZIP: beside its target under a temporary name, checked, hashed, synced, then renamed.
 * Sends no Authorization header (the link itself is the secret) and puts the link in no message.
 */
import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MAX_ENTRIES, openZipFile } from '../../imkl/delivery/open-zip.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import type { RegistryEndpoints } from '../types.ts'
import { resolveUrl } from './endpoints.ts'
import { isPassing, retryAfterMs } from './transport.ts'

const IDLE_MS = 60_000
/** A server that sends a byte a minute would hold a place of the worker without end. */
const LONGEST_MS = 2 * 60 * 60_000
/** Some ten times the largest delivery that is known: a larger one would fill the disk. */
const MAX_BYTES = 2 * 1024 ** 3
const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
/** What a gateway says instead of a ZIP, with 200. */
const PAGES = /^(text\/html|application\/(problem\+)?json)\b/i

/** The link does not give the delivery: not yet, not now, or not any more. Asked again, for as long as a link lives. */
export class LinkNotReady extends TryLater {}

const isGml = (path: string): boolean => /^GI_.*\.xml$/i.test(path.split('/').at(-1) ?? '')
/** In a transition one delivery can hold the same file in two versions of the standard. */
const withoutVersion = (path: string): string => path.replace(/(_V\d+)?\.xml$/i, '')

const namesIn = async (file: string): Promise<string[]> => {
  const zip = await openZipFile(file, { lazyEntries: true, autoClose: false })
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Error('more files than any delivery')
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    return names
  } finally {
    zip.close()
  }
}

/** @throws Refusal DELIVERY_UNREADABLE unless it is a ZIP with one GI_*.xml */
export const checkDelivery = async (file: string): Promise<void> => {
  const names = await namesIn(file).catch((cause: unknown) => {
    throw new Refusal('DELIVERY_UNREADABLE', 'What the registry delivered is not a whole ZIP file.', { cause })
  })
  if (new Set(names.filter(isGml).map(withoutVersion)).size !== 1) {
    throw new Refusal('DELIVERY_UNREADABLE', 'What the registry delivered does not hold exactly one GI_*.xml.')
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows can't open a folder; there the rename itself is as durable as it gets.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** The answer at the end of the redirects. @throws HostNotAllowed at a host that is not followed */
const answerAt = async (
  send: typeof fetch,
  endpoints: RegistryEndpoints,
  address: string,
  signal: AbortSignal,
): Promise<Response> => {
  let url = resolveUrl(endpoints, address)
  for (let redirects = 0; ; redirects++) {
    const response = await send(url, { redirect: 'manual', signal }).catch((cause: unknown) => {
      throw new LinkNotReady('No answer from the registry while downloading a delivery.', { cause })
    })
    if (!REDIRECTS.includes(response.status)) return response
    await response.body?.cancel().catch(() => {})
    const to = response.headers.get('location')
    if (to === null || !URL.canParse(to, url.href)) throw new LinkNotReady('The link of a delivery leads nowhere.')
    if (redirects === MAX_REDIRECTS) throw new LinkNotReady('The link of a delivery leads on and on.')
    url = resolveUrl(endpoints, new URL(to, url).href)
  }
}

export const downloadDelivery = async (
  send: typeof fetch,
  endpoints: RegistryEndpoints,
  url: string,
  toFile: string,
  now: () => number,
  { mostBytes = MAX_BYTES, longestMs = LONGEST_MS } = {},
): Promise<{ bytes: number; sha256: string }> => {
  const stop = new AbortController()
  const end = setTimeout(() => stop.abort(), longestMs)
  let idle = setTimeout(() => stop.abort(), IDLE_MS)
  const alive = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => stop.abort(), IDLE_MS)
  }
  const temporary = `${toFile}.${randomUUID().slice(0, 8)}.part`
  try {
    const response = await answerAt(send, endpoints, url, stop.signal)
    const isPage = PAGES.test(response.headers.get('content-type') ?? '')
    if (!response.ok || !response.body || isPage) {
      await response.body?.cancel().catch(() => {})
      const waitMs = isPassing(response.status) ? retryAfterMs(response.headers.get('retry-after'), now()) : undefined
      throw new LinkNotReady(
        `The registry did not give the delivery (${response.status}${isPage ? ', a page' : ''}).`,
        waitMs === undefined ? {} : { retryAfterMs: waitMs },
      )
    }
    const hash = createHash('sha256')
    let bytes = 0
    const file = await open(temporary, 'wx')
    try {
      const chunks = response.body[Symbol.asyncIterator]()
      for (;;) {
        const next = await chunks.next().catch((cause: unknown) => {
          throw new LinkNotReady('The download of a delivery broke off.', { cause })
        })
        if (next.done) break
        alive()
        hash.update(next.value)
        bytes += next.value.byteLength
        if (bytes > mostBytes) {
          stop.abort()
          throw new Refusal('DELIVERY_UNREADABLE', 'What the registry delivered is larger than any delivery is.')
        }
        await file.writeFile(next.value)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await checkDelivery(temporary)
    await rename(temporary, toFile)
    await syncFolder(dirname(toFile))
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    clearTimeout(idle)
    clearTimeout(end)
    await rm(temporary, { force: true })
  }
}
