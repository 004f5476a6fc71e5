/**
 * The site package of a job behind a link, for a digger without a session: at /site/{secret}/, whose secret is made and revoked
 * with the job. A wrong one counts like a wrong key; no search engine, cache or referrer gets it.
 */

import { extname } from 'node:path'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { MAX_LINK_FINDINGS_BYTES } from '../../imkl/model/findings-file.ts'
import { tooLarge } from '../../platform/http/body.ts'
import { RateLimit } from '../../platform/http/rate-limit.ts'
import { toBody } from '../../platform/http/wire.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'
import { addressOf, countStranger } from '../authentication.ts'
import { goneWhenSent } from '../http/send-files.ts'
import { abortOnClose, type Handlers } from '../http/serve.ts'
import type { ApiServices } from '../services.ts'
import { handInFindings } from '../trenches/proposals.ts'
import { type SITE_ROUTES, SiteNow } from './schema.ts'
import { currentSite, LINK_WORKER, SiteShelf, type CurrentSite as SiteState } from './site-folder.ts'
import {
  callerOf,
  siteLinks as linksOf,
  makeSiteLink,
  noteConsulted,
  reportPresence,
  revokeSiteLink,
  type SiteLinkRecord,
  siteLinkAt,
} from './site-links.ts'
import { sitePackage } from './site-package.ts'

/** A telephone that keeps it asks for each of its files, and several may. */
const READS_PER_MINUTE = 600

/** A page hands in its findings one by one. */
const FINDINGS_PER_MINUTE = 30

/** What a browser shows; all else is saved, for it could speak under our address. */
const SHOWN: Readonly<Record<string, string>> = { '.pdf': 'application/pdf', '.png': 'image/png', '.jpg': 'image/jpeg' }

/** @param limit in which strangers count; @param reading lets GET and HEAD through */
export function siteAtLink(services: ApiServices, limit: RateLimit, reading: (type: string) => RequestHandler): Router {
  const router = Router({ caseSensitive: true })
  const own = new RateLimit(services, 'site links')
  const findings = new RateLimit(services, 'findings of site links')
  const shelf = new SiteShelf(services)
  router.post('/:secret/presence', async (req, res) => {
    const link = await linkOf(req, res)
    const caller = callerOf(link, addressOf(req), new AbortController().signal)
    await reportPresence(services, caller, link.jobId)
    sayNow(link, await currentSite(services, caller, link.jobId), res)
  })
  router.post('/:secret/findings', async (req, res) => {
    const link = await linkOf(req, res)
    await findings.count(link.id, async () => FINDINGS_PER_MINUTE, res)
    const caller = callerOf(link, addressOf(req), abortOnClose(res))
    if (Number(req.headers['content-length'] ?? 0) > MAX_LINK_FINDINGS_BYTES) throw tooLarge(MAX_LINK_FINDINGS_BYTES)
    const { added, known } = await handInFindings(services, caller, link.jobId, req, MAX_LINK_FINDINGS_BYTES)
    res.json({ taken: added + known })
  })
  router.use('/:secret', reading('text/html'), async (req, res) => {
    const path = pathIn(req)
    try {
      const link = await linkOf(req, res)
      await answer(link, path, req, res)
    } catch (error) {
      const isPerson = path === '' && req.accepts(['json', 'html']) === 'html'
      if (!isPerson || isOurs(error) === undefined) throw error
      sayInWords(res, isOurs(error) === true ? 'unknown' : 'later')
    }
  })

  /** Whose address this is; nothing at it is kept, found or told to others. */
  async function linkOf(req: Request, res: Response): Promise<SiteLinkRecord> {
    res.set('Cache-Control', 'no-store')
    res.set('X-Robots-Tag', 'noindex, nofollow')
    res.set('Referrer-Policy', 'no-referrer')
    const link = await siteLinkAt(services, String(req.params.secret)).catch(async (error: unknown) => {
      if (error instanceof Refusal) await countStranger(limit, req, res)
      throw error
    })
    await own.count(link.id, async () => READS_PER_MINUTE, res)
    return link
  }

  function sayNow({ expiresAt }: SiteLinkRecord, now: SiteState, res: Response): void {
    res.json(toBody(SiteNow, { ...now, expiresAt, at: services.clock.now().toISOString() }))
  }

  async function answer(link: SiteLinkRecord, path: string, req: Request, res: Response): Promise<void> {
    if (path === 'worker.js') {
      res.set('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
      res.type('text/javascript').send(LINK_WORKER)
      return
    }
    const hangUp = new AbortController()
    res.once('close', () => res.writableFinished || hangUp.abort())
    const caller = callerOf(link, addressOf(req), hangUp.signal)
    const now = await currentSite(services, caller, link.jobId)
    if (path === 'now') {
      const opened = Number(req.query.opened)
      if (Number.isInteger(opened) && opened > 0 && opened <= now.revision) await noteConsulted(services, link, opened)
      sayNow(link, now, res)
      return
    }
    // The page names its files beside it.
    if (path === '' && !req.originalUrl.split('?', 1)[0]!.endsWith('/')) {
      res.redirect(302, `${req.baseUrl.split('/').at(-1)}/`)
      return
    }
    const { folder, paths, policy, version } = await shelf.of(caller, link.jobId, now)
    if (path === 'files') {
      res.json({ version, files: paths.filter((each) => each !== PAGE) })
      return
    }
    if (path === '') {
      // What keeps it for later opens nothing; the page tells of itself when it is opened.
      if (req.query.keep === undefined) await noteConsulted(services, link, now.revision)
      res.set('Content-Security-Policy', `${policy}; frame-ancestors 'none'`)
    }
    await send(res, folder, path === '' ? PAGE : paths.find((each) => each === path && each !== PAGE))
  }
  return router
}

const PAGE = 'index.html'

/** What can't be decoded is the name of no file, and of no page either. */
function pathIn(req: Request): string {
  try {
    return decodeURIComponent(req.path.slice(1))
  } catch {
    return req.path
  }
}

async function send(res: Response, folder: string, path: string | undefined): Promise<void> {
  if (path === undefined) throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
  const type = path === PAGE ? 'text/html; charset=utf-8' : SHOWN[extname(path).toLowerCase()]
  if (type === undefined) res.attachment(path.split('/').at(-1)).type('application/octet-stream')
  else res.type(type)
  await new Promise<void>((resolve, reject) => {
    const options = { root: folder, dotfiles: 'allow', cacheControl: false, lastModified: false } as const
    res.sendFile(path, options, (error?: Error & { code?: string }) =>
      !error || error.code === 'ECONNABORTED' || error.code === 'EPIPE' ? resolve() : reject(error),
    )
  })
}

/** Whether there is nothing at the address; undefined: neither that nor something to wait for. */
function isOurs(error: unknown): boolean | undefined {
  if (error instanceof TryLater) return false
  if (!(error instanceof Refusal) || error.code === 'RATE_LIMITED') return undefined
  return error.code === 'NOT_FOUND' || error.code === 'FILES_REMOVED'
}

/** To a person, who reads no JSON. */
function sayInWords(res: Response, what: 'unknown' | 'later'): void {
  res.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  const said = LANGUAGES.map((language) => `<p>${translate(language)(`siteLink.${what}`)}</p>`).join('')
  res
    .status(what === 'unknown' ? 404 : 503)
    .type('html')
    .send(`<!doctype html><meta name="viewport" content="width=device-width"><title>KLIC</title>${said}`)
}

export const sites: Handlers<typeof SITE_ROUTES> = {
  getSitePackage: async ({ services, caller, params, query }) => {
    const { path, name } = await sitePackage(services, caller, params.job_id, {
      language: query.language,
      people: query.people === 'true',
    })
    return { status: 200, stream: { ...(await goneWhenSent(path)), mediaType: 'application/zip', name } }
  },

  listSiteLinks: async ({ services, caller, params }) => {
    const links = await linksOf(services, caller, params.job_id)
    const data = links.map(({ id, name, createdAt, createdBy, expiresAt, notedAt, notedRevision }) => ({
      link_id: id,
      name,
      created_at: createdAt,
      created_by: createdBy,
      expires_at: expiresAt,
      opened_at: notedAt,
      opened_revision: notedRevision,
    }))
    return { status: 200, body: { can_make: !services.isLocal, data } }
  },

  makeSiteLink: async ({ services, caller, params, body }) => {
    const { link, secret } = await makeSiteLink(services, caller, params.job_id, body)
    const address = `${services.baseUrl()}/site/${secret}/`
    return { status: 201, body: { link_id: link.id, expires_at: link.expiresAt, address } }
  },

  revokeSiteLink: async ({ services, caller, params }) => {
    await revokeSiteLink(services, caller, params.job_id, params.link_id)
    return { status: 204 }
  },
}
