/** One real server with its worker and simulator, and one browser in which each test opens a window of its own. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { type BrowserOptions, startBrowser } from './browser.ts'
import { asWindow, RealServer } from './real-server.ts'
import { PATIENCE_MS, until } from './until.ts'

const DAY_MS = 86_400_000
/** Four corners in RD, one notification. */
export const FIELD_WKT = 'POLYGON((155000 463000,155200 463000,155200 463150,155080 463180,155000 463000))'

export interface WindowOptions extends BrowserOptions {
  serverArgs?: readonly string[]
  env?: Record<string, string>
  /** null: the first act that counts as evidence asks for it */
  deskName?: string | null
}

export class WindowWorld {
  readonly folder: string
  readonly server: RealServer
  readonly browser: Browser

  private constructor(folder: string, server: RealServer, browser: Browser) {
    this.folder = folder
    this.server = server
    this.browser = browser
  }

  static async open({
    serverArgs = [],
    env = {},
    deskName = 'Sanne de Vries',
    ...looks
  }: WindowOptions = {}): Promise<WindowWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'klic-draw-'))
    const server = new RealServer(['--registry', 'simulator', '--time-factor', '2000', ...serverArgs])
    server.env = env
    const starting = startBrowser(looks)
    try {
      await server.open()
      const { below, headers } = await asWindow(server, await server.token())
      const named = JSON.stringify({ 'people.desk_name': deskName })
      assert.equal((await fetch(`${below}/settings`, { method: 'PUT', headers, body: named })).status, 200)
    } catch (error) {
      await (await starting).close()
      throw error
    }
    return new WindowWorld(folder, server, await starting)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  async signedIn(context: BrowserContext, title = 'New notification'): Promise<Page> {
    const page = await this.#openPage(context, '/?area')
    await page.getByRole('heading', { name: title }).waitFor()
    return page
  }

  async #openPage(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${this.server.ready.base_url}${path}#token=${await this.server.token()}`)
    return page
  }

  /** A notification to dig in two weeks, delivered. @param ring RD New, closed */
  async readyToDig(reference: string, ring: readonly (readonly number[])[]): Promise<Job> {
    const made = await this.server.post('/jobs', {
      klic_type: 'GRAAF',
      reference,
      submit: true,
      start_date: dutchDate(Date.now() + 14 * DAY_MS),
      geometry: { type: 'Polygon', coordinates: [ring] },
    })
    await until(async () => (await this.server.job(made.json.job_id)).status === 'ready')
    return this.server.job(made.json.job_id)
  }

  /** A window of its own with the files of a job beside its map. */
  onFiles(job: Job, work: (page: Page) => Promise<void>, more: BrowserContextOptions = {}): Promise<void> {
    return this.at(
      `/?job=${job.job_id}`,
      async (page) => {
        await page.getByRole('tab', { name: 'Files' }).waitFor()
        await atRest(page)
        await work(page)
      },
      more,
    )
  }

  /** A window of its own with a job on its map. */
  onResult(job: Job, work: (page: Page) => Promise<void>): Promise<void> {
    return this.at(`/?job=${job.job_id}`, async (page) => {
      await page.getByRole('toolbar', { name: 'Measure and select' }).waitFor()
      await atRest(page)
      await work(page)
    })
  }

  /** A window of its own, with a draft of its own; fails when the page reports an error. */
  inWindow(work: (page: Page) => Promise<void>, more: BrowserContextOptions = {}): Promise<void> {
    return this.inLanguage('New notification', work, more)
  }

  /** The same in the language of a locale. @param title of a new area in it */
  inLanguage(title: string, work: (page: Page) => Promise<void>, more: BrowserContextOptions = {}): Promise<void> {
    return this.#inContext(more, async (context) => work(await this.signedIn(context, title)))
  }

  /** A window of its own, signed in at this path at once: one load of the page less than inWindow and a way there. */
  at(path: string, work: (page: Page) => Promise<void>, more: BrowserContextOptions = {}): Promise<void> {
    return this.#inContext(more, async (context) => work(await this.#openPage(context, path)))
  }

  /** A window of its own, signed in, which has loaded nothing: the page is what the test goes to. */
  unopened(work: (page: Page) => Promise<void>, more: BrowserContextOptions = {}): Promise<void> {
    return this.#inContext(more, async (context) => {
      const { headers } = await asWindow(this.server, await this.server.token())
      const [name, value] = headers.Cookie!.split('=') as [string, string]
      await context.addCookies([{ name, value, url: this.server.ready.base_url, sameSite: 'Strict' }])
      const key = JSON.stringify(headers['X-CSRF-Token'])
      await context.addInitScript(
        `if (location.protocol === 'http:') localStorage.setItem('klic-desktop:csrf', ${key})`,
      )
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await work(page)
    })
  }

  async #inContext(more: BrowserContextOptions, work: (context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await this.browser.newContext({
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 720 },
      ...more,
    })
    const complaints: string[] = []
    context.on('weberror', (error) => complaints.push(error.error().message))
    try {
      await work(context)
      assert.deepEqual(complaints, [])
    } finally {
      // What is still asked is not answered any more.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  }

  /** With some 240 by 240 m around RD 155000 463000 between the panels. */
  onMap(work: (page: Page) => Promise<void>): Promise<void> {
    return this.inWindow(async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('155000 463000')
      await page.getByRole('option', { name: /155,000/ }).waitFor()
      await page.keyboard.press('Enter')
      await atRest(page)
      await work(page)
    })
  }
}

export type Pixel = readonly [number, number]
export const atRest = (page: Page): Promise<void> => page.locator('.canvas[aria-busy="false"]').waitFor()
export const tool = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
export const clear = (page: Page): Promise<void> => tool(page, 'Clear area')
export const clicks = async (page: Page, ...places: Pixel[]): Promise<void> => {
  for (const [x, y] of places) {
    await page.mouse.move(x, y, { steps: 2 })
    await page.mouse.click(x, y)
  }
}
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
export const priced = (page: Page): Promise<void> => page.locator('.price[aria-busy="false"]').waitFor()
export const chooseOrientation = async (page: Page): Promise<void> => {
  // The form stops moving when the price is there.
  await priced(page)
  await page.locator('.kind', { hasText: 'Planning request' }).click()
}
/** Names and values of a list of facts. */
export const factsOf = (place: Locator): Promise<string[][]> =>
  place
    .locator('.facts > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
/** RD New, "x y" */
export const typeCorners = async (page: Page, ...corners: string[]): Promise<void> => {
  for (const [i, corner] of corners.entries()) {
    await page.getByRole('textbox', { name: /Point: x y/ }).fill(corner)
    await page.keyboard.press('Enter')
    await page.getByText(`Point ${i + 1} placed`).waitFor()
  }
}
/** Also while the list of coordinates is folded. */
export const xOf = (page: Page, corner: number): Locator => page.getByLabel(`x of point ${corner}`, { exact: true })
export const paste = async (page: Page, text: string): Promise<void> => {
  await button(page, 'Paste').click()
  await page.getByRole('textbox', { name: /WKT/ }).fill(text)
  await button(page, 'Use this area').click()
}
export const giveFile = async (page: Page, bytes: Buffer, name: string): Promise<void> => {
  const choosing = page.waitForEvent('filechooser')
  await button(page, /^File$/).click()
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
}
/** What the pointer says that it is over. */
export const rdAt = async (page: Page, x: number, y: number): Promise<[number, number]> => {
  const readout = page.locator('.readout')
  let said: RegExpExecArray | null = null
  await until(async () => {
    await page.mouse.move(x + 1, y)
    await page.mouse.move(x, y)
    said = /RD (\d+), (\d+)/.exec((await readout.textContent()) ?? '')
    return said !== null
  })
  return [Number(said![1]), Number(said![2])]
}
