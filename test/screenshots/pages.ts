/**
 * Every page of the window, for people to look at and for axe to judge: a new page is a row here.
 * `shown` is something that is there once the page is complete.
 */
import type { Page } from 'playwright'
import { FINDINGS_FORMAT } from '../../server/imkl/model/findings-file.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import type { DemoWorld } from '../support/demo-world.ts'
import { JPEG } from '../support/photos.ts'

export interface WindowPage {
  /** Name of its files. */
  readonly name: string
  readonly path: (demo: DemoWorld) => string | Promise<string>
  /** CSS selector. */
  readonly shown: string
  readonly signedIn?: false
  /** It is in the panel on the left, which is a drawer on a narrow screen. */
  readonly isLeft?: true
  /** What is done before looking. */
  readonly act?: (page: Page, demo: DemoWorld) => Promise<void>
}

const section = (id: string, shown: string): WindowPage => ({
  name: `settings-${id}`,
  path: () => `/?settings=${id}`,
  shown,
})

/** As somebody who works by keys does; the last one may end what is drawn. */
const typeCorners = async (page: Page, corners: readonly string[]): Promise<void> => {
  for (const [i, corner] of corners.entries()) {
    await page.locator('.making input').first().fill(corner)
    await page.locator('.making input').first().press('Enter')
    if (i < corners.length - 1) await page.locator('.making .unseen', { hasText: String(i + 1) }).waitFor()
  }
}
const finish = (page: Page): Promise<void> => page.locator('.making .act-primary:not([aria-disabled="true"])').click()

const SELECT_BOX = 2
/** In parts of the width and the height of the result's box. */
type Spot = readonly [number, number]
/** One of the tools on a result, in the order of their bar, with what it answers. */
const asked = (name: string, tool: number, spots: readonly Spot[], answer: string): WindowPage => ({
  name: `result-${name}`,
  path: ({ shown }) => `/?job=${shown.job}`,
  shown: '.result-tools',
  act: async (page, { shown: { box } }) => {
    const [minX, minY, maxX, maxY] = box
    const corner = ([x, y]: Spot): string => `${minX + x * (maxX - minX)} ${minY + y * (maxY - minY)}`
    await page.locator('.right .theme').first().waitFor()
    await page.locator('.result-tools .icon-button').nth(tool).click()
    await typeCorners(page, spots.map(corner))
    if (tool !== SELECT_BOX) await finish(page)
    await page.locator(answer).first().waitFor()
  },
})

/** @returns its id, with these jobs in it */
const projectWith = async (demo: DemoWorld, ...jobs: string[]): Promise<string> => {
  const { data } = (await demo.ask('/projects')) as { data: { project_id: string; job_ids: string[] }[] }
  const { project_id, job_ids } = data[0]!
  for (const job of jobs) if (!job_ids.includes(job)) await demo.ask(`/projects/${project_id}/jobs/${job}`, 'PUT')
  return project_id
}

/** The plan of a project, at its second revision, with a finding, and two that wait. */
const trenchesPage = async (demo: DemoWorld) => {
  const { job, box } = demo.shown
  const y = (box[1] + box[3]) / 2
  const works = {
    type: 'LineString',
    coordinates: [
      [box[0], y],
      [box[2], y],
    ],
  }
  await projectWith(demo, job, demo.shown.beside)
  await demo.ask(`/jobs/${job}/trench-plan`, 'PUT', { works })
  const plan = await demo.ask(`/jobs/${job}/trench-plan`, 'PUT', { works, scope: 'project' })
  const { rows, findings } = plan as { rows: { id: string }[]; findings: unknown[] }
  const finding = {
    feature_id: rows[0]!.id,
    trench: 1,
    found_on: dutchDate(Date.now()),
    remark: 'Mantelbuis grijs',
  }
  const elsewhere = { ...finding, kind: 'elsewhere', offset_m: 1.4, depth_m: 0.7 }
  if (findings.length === 0) await demo.ask(`/jobs/${job}/trench-plan/findings`, 'POST', elsewhere)
  const ofSite = (n: number, more: object) => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${n}`, trench: 1, found_on: finding.found_on, ...more },
  })
  const photo = JPEG.toString('base64')
  const proposed = [
    ofSite(1, { kind: 'found', feature_id: rows[1]!.id, offset_m: 0.2, depth_m: 0.6, photo }),
    ofSite(2, { kind: 'unknown_line', feature_id: null, depth_m: 0.4, remark: 'Zwarte kabel naast de stoeprand' }),
  ]
  const file = { format: FINDINGS_FORMAT, job_id: job, plan_revision: 1, findings: proposed }
  await demo.ask(`/jobs/${job}/trench-plan/proposals`, 'POST', file)
  return `/?job=${job}&tab=trenches`
}

export const PAGES: readonly WindowPage[] = [
  { name: 'sign-in', path: () => '/', shown: '.sign-in [type="email"]', signedIn: false },
  {
    name: 'invitation',
    path: async (demo) => `/#invitation=${(await demo.invite('viewer')).token}`,
    shown: '.sign-in [type="password"]',
    signedIn: false,
  },
  { name: 'jobs', path: () => '/', shown: '.job-item', isLeft: true },
  { name: 'today', path: () => '/?list=today', shown: '.left .empty, .left .duty', isLeft: true },
  { name: 'jobs-table', path: () => '/?table', shown: '.jobs-table tbody tr' },
  { name: 'new-area', path: () => '/?area', shown: '.right .tools' },
  { name: 'quote', path: ({ quotedJob }) => `/?job=${quotedJob}`, shown: '.right .facts' },
  {
    name: 'draw-polygon',
    path: () => '/?area',
    shown: '.right .tools',
    act: async (page) => {
      await page.locator('.area-tools .tool').first().click()
      await typeCorners(page, ['155000 390000', '155260 390000', '155260 390180', '155120 390220'])
    },
  },
  {
    name: 'edit-area',
    path: () => '/?area',
    shown: '.right .tools',
    act: async (page) => {
      await page.locator('.area-tools .tool').first().click()
      await typeCorners(page, ['155000 390000', '155900 390000', '155900 390040', '155000 390040'])
      await finish(page)
      await page.locator('.price[aria-busy="false"]').waitFor()
    },
  },
  {
    name: 'confirm-filing',
    path: ({ quotedOrient }) => `/?job=${quotedOrient}`,
    shown: '.next-step .act-primary',
    act: async (page) => {
      await page.locator('.next-step .act-primary').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'result', path: ({ shown }) => `/?job=${shown.job}`, shown: '.right .theme' },
  {
    name: 'result-attention',
    path: async (demo) => `/?job=${await demo.jobToDig()}&tab=attention`,
    shown: '.attention',
    act: async (page) => {
      for (const summary of await page.locator('.dig-status summary').all()) await summary.click()
    },
  },
  { name: 'result-call', path: ({ shown }) => `/?job=${shown.job}&tab=call`, shown: '.callees li' },
  { name: 'result-proposals', path: trenchesPage, shown: '.proposals li' },
  {
    name: 'result-trenches',
    path: trenchesPage,
    shown: '.trench-list',
    act: async (page) => {
      await page.locator('.trenches .block > summary').click()
      await page.locator('.trench-list .trench-name').first().click()
      await page.locator('.trench-line .trench-name').first().click()
      await page.locator('.trench-line .chip').nth(1).click()
    },
  },
  { name: 'result-files', path: ({ shown }) => `/?job=${shown.job}&tab=files`, shown: '.downloads' },
  { name: 'result-course', path: ({ shown }) => `/?job=${shown.job}&tab=course`, shown: '.right .facts' },
  {
    name: 'result-folded',
    path: ({ shown }) => `/?job=${shown.job}`,
    shown: '.right .theme',
    act: async (page) => {
      const fold = page.locator('.fold button')
      if (await fold.isVisible()) await fold.click()
    },
  },
  {
    // A cable or pipe, and what else lies there.
    name: 'result-objects',
    path: ({ shown }) => `/?job=${shown.job}&at=kabel_of_leiding.9~leidingelement.1~containerleidingelement.1`,
    shown: '.feature-card .facts',
  },
  {
    name: 'result-operators',
    path: ({ shown }) => `/?job=${shown.job}`,
    shown: '.right .theme',
    act: async (page) => {
      await page.locator('.right .chip').nth(1).click()
      await page.locator('.by-operator').first().scrollIntoViewIfNeeded()
      // What a row shows under the pointer is judged too.
      await page.locator('.themes > li').first().hover()
    },
  },
  asked(
    'measure',
    0,
    [
      [0.15, 0.2],
      [0.45, 0.55],
      [0.75, 0.5],
    ],
    '.asking-card',
  ),
  asked(
    'select',
    SELECT_BOX,
    [
      [0.02, 0.03],
      [0.98, 0.95],
    ],
    '.asking-card .asked',
  ),
  asked(
    'section',
    4,
    [
      [0, 0.5],
      [1, 0.5],
    ],
    '.asking-card .section-drawing',
  ),
  { name: 'document', path: ({ shown }) => `/?job=${shown.job}&document=1`, shown: '.document-body' },
  {
    name: 'compare',
    path: ({ shown }) => `/?job=${shown.job}&compare=with:${shown.beside}&tab=course`,
    shown: '.right :is(.counts, .compared)',
    act: (page) => page.locator('.right :is(.counts, .compared)').scrollIntoViewIfNeeded(),
  },
  { name: 'projects', path: () => '/?list=projects', shown: '.left', isLeft: true },
  {
    name: 'project',
    // A job of it has a result, so that there is something to take along.
    path: async (demo) => `/?project=${await projectWith(demo, demo.shown.job)}`,
    shown: '.right .row-name',
  },
  section('company', '.save-bar'),
  section('billing', '.save-bar'),
  section('registry', '.with-button'),
  {
    name: 'settings-connection',
    path: () => '/?settings=registry',
    shown: '.with-button',
    act: async (page) => {
      const test = page.locator('.with-button')
      await test.locator('button.act').click()
      const last = page.locator('.block:has(> .with-button) .log-row').last()
      await page.locator('.block:has(> .with-button) > [role="status"]:not(:empty)').waitFor()
      await test.locator('button.act:not([data-busy])').waitFor()
      await last.scrollIntoViewIfNeeded()
    },
  },
  section('simulator', '.log-row'),
  section('users', '.person'),
  section('keys', '.key'),
  section('gis', '.steps'),
  section('maps', '.right summary'),
  section('webhooks', '.log-row'),
  section('ai', '.save-bar'),
  section('audit', '.table-box'),
  section('account', '.log-row'),
  section('look', '.right .field'),
  section('office', '.settings form.block'),
  section('status', '.status-line'),
  section('diagnostics', '.facts'),
]

/** Opens it and waits until all that it shows is there. */
export async function openPage(page: Page, demo: DemoWorld, { path, shown, act, isLeft }: WindowPage): Promise<void> {
  await page.goto(demo.url + (await path(demo)))
  if (isLeft) {
    await page.locator('.left').waitFor({ state: 'attached' })
    const drawer = page.locator('.drawer-button button')
    if ((await drawer.isVisible()) && (await drawer.getAttribute('aria-expanded')) === 'false') await drawer.click()
  }
  await page.locator(shown).first().waitFor()
  await act?.(page, demo)
  await page.waitForLoadState('networkidle')
  // Where the map says that it is at work, it is drawn when it no longer does.
  await page.locator('.canvas[aria-busy="true"]').waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
}
