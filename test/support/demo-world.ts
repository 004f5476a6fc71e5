/** A real server with its simulator and something of everything in it, and browsers that are signed in there. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { ImportResult } from '../../server/features/imports/schema.ts'
import type { NewInvitation } from '../../server/features/users/schema.ts'
import { addWorkingDays, dutchDate } from '../../server/registry/working-days.ts'
import { rdBox } from './rd-box.ts'
import { RealServer } from './real-server.ts'
import { PATIENCE_MS, until } from './until.ts'

export type Language = 'en' | 'nl'
export type Scheme = 'light' | 'dark'

export const OWNER = { name: 'Olga Eigenaar', email: 'olga@graafbedrijf.example', password: 'kabels liggen overal' }

const SESSION_COOKIE = {
  domain: '127.0.0.1',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Strict',
} as const

/** RD metres: least x and y, most x and y. */
type Box = readonly [number, number, number, number]
const READY_BOX: Box = [155_000, 390_000, 155_260, 390_180]

export class DemoWorld {
  readonly server = new RealServer(['--registry', 'simulator', '--time-factor', '5000'])
  private cookie = ''
  private csrf = ''
  /** A job with a result. */
  readyJob = ''
  /** A job with a result that overlaps the former's. */
  neighbourJob = ''
  /** The result that is looked at and the one it is compared with: those two, or two of real deliveries. */
  shown = { job: '', beside: '', box: READY_BOX }
  private digJob: Promise<string> | undefined
  /** A job that is a quote for digging, which has no date yet. */
  quotedJob = ''
  /** A job that is a quote and could be filed at once. */
  quotedOrient = ''

  async open(): Promise<this> {
    await this.server.open()
    const { base_url, window_token } = this.server.ready
    const opened = await fetch(`${base_url}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: window_token }),
    })
    this.cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    this.csrf = ((await opened.json()) as { csrf_token: string }).csrf_token
    await this.ask('/settings', 'PUT', { 'people.desk_name': 'Sanne de Vries' })
    return this
  }

  close(): Promise<void> {
    return this.server.close()
  }

  get url(): string {
    return this.server.ready.base_url
  }

  /** As the person at the desk. */
  async ask(path: string, method = 'GET', body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.url}/dashboard/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: this.cookie, 'X-CSRF-Token': this.csrf },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return text && JSON.parse(text)
  }

  /** A quote, a job with a result, a project, a key, an owner and somebody invited, an event. */
  async fill(): Promise<void> {
    const quote = { geometry: rdBox(155_400, 390_200, 900, 40), klic_type: 'GRAAF', reference: 'Sleuf Hoofdstraat' }
    this.quotedJob = ((await this.ask('/jobs', 'POST', quote)) as { job_id: string }).job_id
    const filed = {
      geometry: rdBox(155_000, 390_000, 260, 180),
      klic_type: 'ORIENT',
      reference: 'Bermsloot',
      submit: true,
    }
    this.readyJob = ((await this.ask('/jobs', 'POST', filed)) as { job_id: string }).job_id
    const beside = { ...filed, geometry: rdBox(155_100, 390_050, 260, 180), reference: 'Kruising Dorpsstraat' }
    this.neighbourJob = ((await this.ask('/jobs', 'POST', beside)) as { job_id: string }).job_id
    const orient = { geometry: rdBox(155_600, 390_600, 90), klic_type: 'ORIENT', reference: 'Schoolplein' }
    this.quotedOrient = ((await this.ask('/jobs', 'POST', orient)) as { job_id: string }).job_id
    await this.ask('/keys', 'POST', { name: 'QGIS op kantoor', permissions: ['read'], daily_limit: '399.50' })
    await this.ask('/projects', 'POST', { name: 'Reconstructie Hoofdstraat' })
    await this.ask('/settings', 'PUT', { 'webhooks.company_url': 'http://127.0.0.1:9/hook' })
    await this.ask('/webhooks/test', 'POST', {})
    await this.ask('/users', 'POST', OWNER)
    await this.ask('/invitations', 'POST', { email: 'piet@graafbedrijf.example', role: 'member' })
    for (const job of [this.readyJob, this.neighbourJob]) {
      await this.untilReady(job)
    }
    this.shown = { job: this.readyJob, beside: this.neighbourJob, box: READY_BOX }
  }

  private async untilReady(job: string): Promise<void> {
    await until(async () => ((await this.ask(`/jobs/${job}`)) as { status: string }).status.startsWith('ready'))
  }

  /** Shows results of these deliveries instead, which overlap; `box` lies in the first. */
  async openDeliveries(paths: readonly [string, string], box: Box): Promise<void> {
    const [job, beside] = [await this.openDelivery(paths[0]), await this.openDelivery(paths[1])]
    this.shown = { job, beside, box }
  }

  private async openDelivery(path: string): Promise<string> {
    const answer = await fetch(`${this.url}/dashboard/api/imports?name=${basename(path)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip', Cookie: this.cookie, 'X-CSRF-Token': this.csrf },
      body: await readFile(path),
    })
    const { job } = ImportResult.parse(await answer.json())
    await this.untilReady(job.job_id)
    await until(() => this.server.hasItsGround(job.job_id))
    return job.job_id
  }

  /** A job to dig under with a result, in which an operator demands precautions: far from the others, so not there at once. */
  jobToDig(): Promise<string> {
    this.digJob ??= (async () => {
      const dig = {
        geometry: rdBox(155_000, 463_000, 480, 480),
        klic_type: 'GRAAF',
        reference: 'Proefsleuf Amersfoort',
      }
      const start = { submit: true, start_date: addWorkingDays(dutchDate(Date.now()), 10) }
      const { job_id } = (await this.ask('/jobs', 'POST', { ...dig, ...start })) as { job_id: string }
      await this.untilReady(job_id)
      return job_id
    })()
    return this.digJob
  }

  invite(role: string, email = `${role}@graafbedrijf.example`): Promise<NewInvitation> {
    return this.ask('/invitations', 'POST', { email, role }) as Promise<NewInvitation>
  }

  /** A browser's own place, in a language and colours; signed in as the person at the desk unless it says otherwise. */
  async context(
    browser: Browser,
    look: { language: Language; scheme: Scheme; signedIn?: boolean } & BrowserContextOptions,
  ): Promise<BrowserContext> {
    const { language, scheme, signedIn = true, ...options } = look
    const [name, value] = this.cookie.split('=') as [string, string]
    const stored = { preferences: JSON.stringify({ language, scheme, background: 'plain' }), csrf: this.csrf }
    const keys = signedIn ? (['preferences', 'csrf'] as const) : (['preferences'] as const)
    return browser.newContext({
      locale: language === 'nl' ? 'nl-NL' : 'en-GB',
      colorScheme: scheme,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 720 },
      storageState: {
        cookies: signedIn ? [{ ...SESSION_COOKIE, name, value }] : [],
        origins: [
          { origin: this.url, localStorage: keys.map((key) => ({ name: `klic-desktop:${key}`, value: stored[key] })) },
        ],
      },
      ...options,
    })
  }

  /** A signed-in page; fails when it reports an error or breaks the content policy. @param script runs before the page's own */
  async inWindow(browser: Browser, path: string, work: (page: Page) => Promise<void>, script = ''): Promise<void> {
    const context = await this.context(browser, { language: 'en', scheme: 'light' })
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Refused|violates/.test(message.text())) complaints.push(message.text())
      })
      await page.addInitScript(script)
      await page.goto(this.url + path)
      await work(page)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }
}
