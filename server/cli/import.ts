/** klic import: deliveries that somebody has as files become a job of the company. */

import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cageIn } from '../features/cage.ts'
import { permit } from '../features/http/guards.ts'
import { importDeliveries } from '../features/imports/import-deliveries.ts'
import { openServices } from '../features/open-services.ts'
import { PERMISSIONS } from '../platform/http/permissions.ts'
import { Refusal } from '../platform/refusal.ts'
import { withCompany } from './company.ts'
import { installationStorage } from './installation-storage.ts'
import { print, Usage } from './say.ts'

export const help = `klic import [--company ID] [--data DIR] ZIP...

  Opens KLIC deliveries (ZIP, a folder with ZIPs or unpacked deliveries, or a bare GI_*.xml): they become requests with their
  KLIC numbers. Those of one kind and reference that overlap or lie within 250 m become one job, which merges them. Nothing is
  filed for them, and they cost nothing. The server reads and merges them, now or when it is started.
  Prints {"job_id", "jobs": [{"job_id", "klic_numbers"}], "files": [{"name", "outcome", "klic_number", "job_id", "order_id", "message"}]}; outcome: imported, newer
  (a further delivery of an imported notification), known (it is here already), older (a newer one is here), refused.
  --company: one of "klic company list"; default: the first.`

const CAGED = fileURLToPath(new URL('../caged.ts', import.meta.url))

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { company: { type: 'string' }, data: { type: 'string' } },
  })
  if (positionals.length === 0) throw new Usage('Name at least one delivery.')
  const files = (await Promise.all(positionals.map((path) => filesAt(resolve(path), basename(resolve(path)))))).flat()
  await withCompany(values, async ({ configuration, dataDir, companyId, ...ours }) => {
    const opened = openServices({
      ...{ ...ours, dataDir, grid: null, operator: configuration.operator },
      cage: cageIn(CAGED, dataDir),
      storage: await installationStorage(configuration, dataDir, ours.store),
    })
    // The worker looks by itself.
    const services = { ...opened.services, nudge() {} }
    const caller = permit({ companyId, actor: 'command line', permissions: [...PERMISSIONS], address: null }, 'write')
    const { job, jobs, files: read } = await importDeliveries(services, caller, Readable.from(bodyOf(files)))
    print({
      job_id: job?.job.id ?? null,
      jobs: jobs.map(({ jobId, klicNumbers }) => ({ job_id: jobId, klic_numbers: klicNumbers })),
      files: read.map(({ name, outcome, klicNumber, jobId, orderId, message }) => ({
        name,
        outcome,
        klic_number: klicNumber,
        job_id: jobId,
        order_id: orderId,
        message,
      })),
    })
  })
}

interface LocalFile {
  path: string
  name: string
  bytes: number
}

/** All files of a folder, or the one. Links are left alone: they can point anywhere. @throws Refusal DELIVERY_UNREADABLE */
async function filesAt(path: string, name: string): Promise<LocalFile[]> {
  const info = await lstat(path).catch(() => {
    throw new Refusal('DELIVERY_UNREADABLE', `${path} is not there, or may not be read.`)
  })
  if (info.isFile()) return [{ path, name, bytes: info.size }]
  if (!info.isDirectory()) return []
  const names = (await readdir(path)).sort()
  return (await Promise.all(names.map((each) => filesAt(join(path, each), `${name}/${each}`)))).flat()
}

async function* bodyOf(files: readonly LocalFile[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(files.map(({ name, bytes }) => ({ name, bytes })))}\n`)
  for (const { path } of files) yield* createReadStream(path) as AsyncIterable<Buffer>
}
