/** The page behind a link for the site, and the way to its server, which can be cut. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { NewSiteLink } from '../../server/features/site-package/schema.ts'
import { TrenchPlanView } from '../../server/features/trenches/schema.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { openWorld, START, START_DATE, shown } from './api-world.ts'
import { simulatedDelivery } from './simulated-delivery.ts'
import { siteJob } from './site-job.ts'
import { PATIENCE_MS } from './until.ts'

/** The way to the server, which can be cut: what is behind it is not reached, as where there is no network. */
class Way {
  private server: Server | undefined
  private readonly to: URL
  private readonly sockets = new Set<Socket>()
  port = 0

  constructor(to: string) {
    this.to = new URL(to)
  }

  async open(): Promise<void> {
    this.server = createServer((req, res) => {
      const { url, method, headers } = req
      const on = request({ host: this.to.hostname, port: this.to.port, path: url, method, headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      })
      on.on('error', () => res.destroy())
      req.pipe(on)
    })
    this.server.on('connection', (socket) => this.sockets.add(socket))
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
    await closed
  }
}

/** A site package behind a link, opened in a browser that stands on a cable. @param works of its trench plan */
export async function linkedSite(t: TestContext, browser: Browser, works?: object) {
  const world = await openWorld(t, { isLocal: false })
  const { window } = await world.signIn()
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_300, 463_300], {
    klicType: 'GRAAF',
  })
  const job = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  if (works) shown(TrenchPlanView, await window(`/jobs/${job.job_id}/trench-plan`, { method: 'PUT', body: { works } }))
  const links = `/jobs/${job.job_id}/site-links`
  const made = shown(NewSiteLink, await window(links, { method: 'POST', body: { name: 'Jan', days: 14 } }), 201)
  const way = new Way(world.baseUrl)
  await way.open()
  t.after(() => way.cut())
  const reader = openResult(`${world.dataDir}/${job.gpkg.name}`)
  const [first] = reader.features('kabel_of_leiding', { columns: ['netbeheerder'] })
  reader.close()
  if (first?.geometry?.type !== 'MultiLineString') throw new Error('No cable is drawn')
  const [x, y] = first.geometry.lines[0]!
  const [longitude, latitude] = lngLatFromRd([x!, y!]) as [number, number]
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
    geolocation: { longitude, latitude, accuracy: 3 },
    permissions: ['geolocation'],
  })
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.clock.setFixedTime(START)
  const requests = new Set<string>()
  const faults: string[] = []
  context.on('request', (each) => void requests.add(new URL(each.url()).origin))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && faults.push(message.text()))
  const address = `http://127.0.0.1:${way.port}${new URL(made.address).pathname}`
  const bar = (text: string | RegExp) => page.locator('.link').filter({ hasText: text }).waitFor()
  await page.goto(address)
  await bar('Bewaard op dit toestel')
  const consulted = async () => {
    const rows = await world.store.db
      .selectFrom('log_entry')
      .select('data')
      .where('act', '=', 'site.consulted')
      .where('subject', '=', `job:${job.job_id}`)
      .orderBy('no')
      .execute()
    return rows.map(({ data }) => JSON.parse(data).revision)
  }
  const revoke = async () => assert.equal((await window(`${links}/${made.link_id}`, { method: 'DELETE' })).status, 204)
  const operator = String(first.cells[0])
  return { world, ...job, way, context, page, requests, faults, address, bar, consulted, revoke, operator }
}
