// @ts-check
/**
 * Fetches one small file: node download.mjs URL FILE SHA256. A process of its own, so that it runs on the chosen Node,
 * whose fetch knows the proxy settings of the environment. The file appears by rename, and only with that checksum.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import process from 'node:process'

const [url = '', file = '', sha256 = ''] = process.argv.slice(2)
const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
if (!answer.ok) throw new Error(`answer ${answer.status} from ${url}`)
const bytes = Buffer.from(await answer.arrayBuffer())
if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`wrong checksum of ${url}`)
fs.writeFileSync(`${file}.part`, bytes)
fs.renameSync(`${file}.part`, file)
