/** A delivery that somebody had, opened in a real server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { asWindow, type RealServer } from './real-server.ts'
import { until } from './until.ts'

export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-imported-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

export async function opened(server: RealServer, zip: string): Promise<ImportResult> {
  const { below, headers } = await asWindow(server)
  const sent = { ...headers, 'Content-Type': 'application/zip' }
  const path = `${below}/imports?name=${basename(zip)}`
  return ImportResult.parse(
    await (await fetch(path, { method: 'POST', body: readFileSync(zip), headers: sent })).json(),
  )
}

/** What people have of it: the result, once its ground is in it, and the request by itself. */
export async function bytesOf(server: RealServer, { job, files }: ImportResult): Promise<Buffer[]> {
  const request = `/request/${files[0]!.order_id}/geojson`
  await until(async () => (await server.job(job.job_id)).status === 'ready')
  await until(() => server.hasItsGround(job.job_id))
  await until(async () => (await server.call(request)).status === 200)
  const all: Buffer[] = []
  for (const path of [`/jobs/${job.job_id}/export?format=gpkg`, `/jobs/${job.job_id}/geojson`, request]) {
    const answer = await server.call(path)
    assert.equal(answer.status, 200, path)
    all.push(Buffer.from(await answer.arrayBuffer()))
  }
  return all
}
