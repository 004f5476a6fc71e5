/** A delivery that somebody had, where files are kept elsewhere (a bucket, a mounted folder). */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openStorage } from '../../server/platform/storage/open.ts'
import { bytesOf, folderOf, opened } from '../support/imported-job.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { RealServer } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

for (const kind of ['bucket', 'folder'] as const) {
  test(`an imported job lies in a ${kind}, and is there when this computer has no copy of it`, async (t) => {
    const folder = folderOf(t)
    const zip = await simulatedDelivery(folder, '99O000001', [155_000, 463_000, 155_040, 463_040])
    const env: Record<string, string> = {}
    if (kind === 'bucket') {
      const objects = await openObjectStorage()
      t.after(() => objects.close())
      Object.assign(env, objects.env, { STORAGE_URL: objects.url('imported') })
    } else {
      mkdirSync(join(folder, 'mounted'))
      env.STORAGE_URL = pathToFileURL(join(folder, 'mounted')).href
    }
    const server = new RealServer()
    server.env = env
    await server.open()
    t.after(() => server.close())
    const made = await opened(server, zip)
    const before = await bytesOf(server, made)

    const kept: string[] = []
    const elsewhere = await openStorage(env.STORAGE_URL!, join(folder, 'looking'))
    for await (const { key } of elsewhere.list()) kept.push(key)
    assert.ok(kept.some((key) => key.startsWith('deliveries/') && key.endsWith('.zip')))
    assert.ok(kept.some((key) => key.startsWith(`results/${made.job.job_id}/1/`) && key.endsWith('.gpkg')))
    const own = await readdir(server.dataDir)
    assert.deepEqual(
      own.filter((name) => ['deliveries', 'results'].includes(name)),
      [],
      'none of them lies in the data folder',
    )

    await server.stop()
    rmSync(join(server.dataDir, 'storage'), { recursive: true, force: true })
    await server.start()
    assert.deepEqual(await bytesOf(server, made), before)
    const again = await opened(server, zip)
    assert.deepEqual([again.files[0]!.outcome, again.job.job_id], ['known', made.job.job_id])
  })
}
