/**
 * A GeoPackage names itself: the QGIS project inside finds its layers by the name of the file. Each place that hands one out gives
 * it that name.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { filesNamedIn, filesNamedInside, projectInside, projectText } from '../support/embedded-project.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS, until } from '../support/until.ts'

describe('a GeoPackage is named as the project inside names it', { timeout: SUITE_MS }, () => {
  let folder: string
  let server: RealServer
  let zips: string[]
  let jobs: string[]
  let project: string
  let call: (
    path: string,
    init?: { method?: string; body?: string | Buffer; headers?: Record<string, string> },
  ) => Promise<Response>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'klic-names-'))
    server = await new RealServer().open()
    const { below, headers } = await asWindow(server)
    call = async (path, init = {}) => {
      const answer = await fetch(`${below}${path}`, { ...init, headers: { ...headers, ...init.headers } })
      assert.ok(answer.ok, `${path}: ${answer.status}`)
      return answer
    }
    // Of one reference, which the simulator gives all of them.
    zips = [
      await simulatedDelivery(folder, '99O0000001', [154_800, 387_900, 154_860, 387_960]),
      await simulatedDelivery(folder, '99O0000002', [155_800, 387_900, 155_860, 387_960]),
    ]
    jobs = []
    for (const zip of zips) {
      const sent = { method: 'POST', body: readFileSync(zip), headers: { 'Content-Type': 'application/zip' } }
      const { job } = ImportResult.parse(await (await call(`/imports?name=${basename(zip)}`, sent)).json())
      jobs.push(job.job_id)
    }
    for (const id of jobs) await until(async () => (await server.job(id)).status === 'ready' && server.hasItsGround(id))
    const made = await call('/projects', { method: 'POST', body: JSON.stringify({ name: 'Werf' }) })
    project = ((await made.json()) as { project_id: string }).project_id
    for (const id of jobs) await call(`/projects/${project}/jobs/${id}`, { method: 'PUT' })
  })
  after(async () => {
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const saved = async (path: string, content: Response): Promise<string> => {
    const at = join(folder, path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, Buffer.from(await content.arrayBuffer()))
    return at
  }
  /** Under the name that the answer gives it. */
  const download = (to: string, answer: Response): Promise<string> => {
    const name = /filename="?([^";]+)"?$/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    assert.ok(name, 'a download has a name')
    return saved(join(to, name), answer)
  }
  /** Every GeoPackage and project of a ZIP is held against its own name. @returns how many GeoPackages there were */
  const checkZip = async (zip: string): Promise<number> => {
    let [results, previous] = [0, '']
    for await (const { name, chunks } of filesInZip(zip)) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      const bytes = Buffer.concat(parts)
      if (name.endsWith('.qgz')) {
        previous = `${basename(name, '.qgz')}.gpkg`
        assert.deepEqual(filesNamedIn(projectText(bytes)), [previous], name)
      }
      if (!name.endsWith('.gpkg')) continue
      results++
      if (previous) assert.equal(basename(name), previous, 'it lies next to its project')
      const at = join(folder, `unpacked-${results}`, basename(name))
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, bytes)
      assert.deepEqual(filesNamedInside(at), [basename(name)], name)
    }
    return results
  }

  test('as a download of API v1 and of the window', async () => {
    for (const id of jobs) {
      const ofApi = await download(`api-${id}`, await server.call(`/jobs/${id}/export?format=gpkg`))
      const ofWindow = await download(`window-${id}`, await call(`/jobs/${id}/export?format=gpkg`))
      for (const path of [ofApi, ofWindow]) assert.deepEqual(filesNamedInside(path), [basename(path)])
    }
  })

  test('in the site package of a job, and of a project', async () => {
    assert.equal(await checkZip(await saved('site.zip', await call(`/jobs/${jobs[0]}/site`))), 1)
    assert.equal(await checkZip(await saved('sites.zip', await call(`/projects/${project}/site`))), 2)
  })

  test('in the dossier of a project', async () => {
    assert.equal(await checkZip(await saved('dossier.zip', await call(`/projects/${project}/dossier`))), 2)
  })

  test('as the command line writes it, and merges for programs on this computer', async () => {
    const out = join(folder, 'Sleuf één.gpkg')
    await promisify(execFile)(process.execPath, [serverEntry('klic'), 'merge', '--out', out, ...zips])
    assert.deepEqual(filesNamedInside(out), [basename(out)])
    const headers = { 'X-API-Key': server.secret, 'Content-Type': 'application/json' }
    for (const file_name of [undefined, 'Straat 1.gpkg']) {
      const local = (path: string, init: RequestInit = {}) =>
        fetch(`${server.ready.local_url}/local/merges${path}`, { ...init, headers })
      const body = JSON.stringify({ deliveries: zips, ...(file_name && { file_name }) })
      const started = await local('', { method: 'POST', body })
      const { merge_id: id } = (await started.json()) as { merge_id: string }
      await until(async () => ((await (await local(`/${id}`)).json()) as { status: string }).status === 'done')
      const path = await download('merged', await local(`/${id}/file`))
      assert.deepEqual(filesNamedInside(path), [basename(path)])
    }
  })

  test('names the KLIC number in what GIS programs choose by: titles of collections, groups, projects, files', async () => {
    const numbers = ['99O0000001', '99O0000002']
    assert.equal((await server.job(jobs[0]!)).reference, (await server.job(jobs[1]!)).reference)
    const answer = await fetch(`${server.ready.local_url}/ogc/collections`, { headers: { 'X-API-Key': server.secret } })
    const { collections } = (await answer.json()) as { collections: { title: string }[] }
    assert.equal(new Set(collections.map(({ title }) => title)).size, collections.length, 'each has a title of its own')
    const names = new Set<string>()
    for (const [i, id] of jobs.entries()) {
      const sent = { method: 'POST', body: JSON.stringify({ job_id: id }) }
      const { layers } = (await (await call('/gis', sent)).json()) as { layers: { file_name: string; content: string } }
      assert.match(layers.content, new RegExp(`<layer-tree-group[^>]* name="KLIC [^"]*${numbers[i]}`))
      names.add(layers.file_name)
      const path = await download(`titled-${id}`, await call(`/jobs/${id}/export?format=gpkg`))
      assert.match(projectInside(path), new RegExp(`<title>KLIC [^<]*${numbers[i]}`))
    }
    assert.equal(names.size, jobs.length)
  })
})
