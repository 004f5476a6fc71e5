/** The files of a site package, written into a folder: what made them can then be let go. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SiteFile } from './page/site-package.ts'

/** @param folder absolute */
export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.path)
    if (!path.startsWith(folder + sep)) throw new Error(`${file.path} leads out of its folder`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(await file.open(), createWriteStream(path, { mode: 0o600 }))
  }
}
