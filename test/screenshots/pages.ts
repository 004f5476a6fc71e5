/**
 * Every page of the window, for people to look at and for axe to judge: a new page is a row here.
 * `shown` is something that is there once the page is complete.
 */
import type { Page } from 'playwright'
import type { DemoWorld } from '../support/demo-world.ts'

export interface WindowPage {
  /** Name of its files. */
  readonly name: string
  readonly path: (demo: DemoWorld) => string | Promise<string>
  /** CSS selector. */
  readonly shown: string
  readonly signedIn?: false
  /** What is done before looking. */
  readonly act?: (page: Page) => Promise<void>
}

const section = (id: string, shown: string, act?: WindowPage['act']): WindowPage => ({
  name: `settings-${id}`,
  path: () => `/?settings=${id}`,
  shown,
  ...(act ? { act } : {}),
})

export const PAGES: readonly WindowPage[] = [
  { name: 'sign-in', path: () => '/', shown: '.sign-in [type="email"]', signedIn: false },
  {
    name: 'invitation',
    path: async (demo) => `/#invitation=${(await demo.invite('viewer')).token}`,
    shown: '.sign-in [type="password"]',
    signedIn: false,
  },
  { name: 'jobs', path: () => '/', shown: '.job-item' },
  { name: 'new-area', path: () => '/?area', shown: '.right .tools' },
  { name: 'quote', path: ({ quotedJob }) => `/?job=${quotedJob}`, shown: '.right .facts' },
  { name: 'result', path: ({ readyJob }) => `/?job=${readyJob}`, shown: '.right .theme' },
  { name: 'projects', path: () => '/?list=projects', shown: '.left' },
  section('company', '.save-bar'),
  section('billing', '.save-bar'),
  section('registry', '.with-button'),
  section('simulator', '.log-row'),
  section('users', '.person'),
  section('keys', '.key'),
  section('webhooks', '.log-row'),
  section('ai', '.save-bar'),
  section('audit', '.table-box'),
  section('account', '.log-row'),
  section('look', '.field'),
  section('diagnostics', '.facts'),
]

/** Opens it and waits until all that it shows is there. */
export async function openPage(page: Page, demo: DemoWorld, { path, shown, act }: WindowPage): Promise<void> {
  await page.goto(demo.url + (await path(demo)))
  await page.locator(shown).first().waitFor()
  await act?.(page)
  await page.waitForLoadState('networkidle')
  // Where the map says that it is at work, it is drawn when it no longer does.
  await page.waitForFunction(`!document.querySelector('.canvas[aria-busy="true"]')`)
  await page.evaluate('document.fonts.ready')
}
