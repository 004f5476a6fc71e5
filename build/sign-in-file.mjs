// @ts-check
/**
 * Hands an address with a one-time token to a browser. What a program is started with can be read by every user of the
 * computer while it runs, so the browser is given a file instead: in a folder of its own, for its owner only (mkdtemp,
 * 0700), and it sends the browser on.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A browser that has not read it by then never will; the token lives for five minutes. */
const KEPT_MS = 60_000

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * @param {string} url
 * @returns {{ path: string, remove: () => void }} the file goes by itself within a minute; `remove` does it at once
 */
export const signInFile = (url) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-desktop-'))
  const file = path.join(folder, 'open.html')
  const address = escaped(url)
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>KLIC Desktop</title>
<meta http-equiv="refresh" content="0;url=${address}"><p><a href="${address}">KLIC Desktop</a></p>
`
  fs.writeFileSync(file, page, { mode: 0o600, flag: 'wx' })
  const remove = () => {
    clearTimeout(timer)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const timer = setTimeout(remove, KEPT_MS)
  return { path: file, remove }
}
