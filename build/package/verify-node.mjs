// @ts-check
/**
 * Is the Node that is delivered the one that nodejs.org publishes? It comes from a package of the registry; its own hash
 * is pinned by package-lock.json, but that only says that it did not change since.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PUBLISHED = 'https://nodejs.org/dist'
const LIST_TIMEOUT_MS = 20_000
const ARCHIVE_TIMEOUT_MS = 300_000

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** @param {string} url @param {number} timeoutMs */
const fetched = async (url, timeoutMs) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error(`answer ${answer.status} from ${url}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The binary out of a published archive. @param {Buffer} archive @param {string} inside its path there */
const unpacked = (archive, inside) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-node-'))
  try {
    const file = path.join(folder, 'node.tar.gz')
    fs.writeFileSync(file, archive)
    return execFileSync('tar', ['-xzOf', file, inside], { maxBuffer: 1e9 })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ file: string, version: string, platform: string, arch: string }} node version with its v
 * @param {string} [site]
 * @returns {Promise<'same' | 'different' | 'not-reached'>}
 */
export const compareNode = async ({ file, version, platform, arch }, site = PUBLISHED) => {
  const base = `${site}/${version}`
  const isWindows = platform === 'win32'
  const name = isWindows ? `win-${arch}/node.exe` : `node-${version}-${platform}-${arch}.tar.gz`
  try {
    const list = String(await fetched(`${base}/SHASUMS256.txt`, LIST_TIMEOUT_MS))
    const [published] =
      list
        .split('\n')
        .find((line) => line.endsWith(`  ${name}`))
        ?.split(' ') ?? []
    if (!published) return 'different'
    const ours = fs.readFileSync(file)
    if (isWindows) return sha256(ours) === published ? 'same' : 'different'
    const archive = await fetched(`${base}/${name}`, ARCHIVE_TIMEOUT_MS)
    if (sha256(archive) !== published) return 'different'
    return sha256(unpacked(archive, name.replace('.tar.gz', '/bin/node'))) === sha256(ours) ? 'same' : 'different'
  } catch {
    return 'not-reached'
  }
}
