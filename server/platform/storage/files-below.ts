/** Walks folders of files; what comes or goes meanwhile may be seen or not. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedFile } from './port.ts'

export interface FoundFile extends ListedFile {
  /** When it was last used, where somebody keeps that up */
  readonly usedMs: number
}

/**
 * @param drafts those instead that are still written, or that nobody writes any more
 * @returns files with their path from `root`, with forward slashes
 */
export async function* filesBelow(
  root: string,
  folders: readonly string[] = ['.'],
  drafts = false,
): AsyncIterable<FoundFile> {
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(orNone)
    for (const entry of entries) {
      const key = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* filesBelow(root, [key], drafts)
      else if (entry.isFile() && isDraft(entry.name) === drafts) {
        const facts = await stat(join(root, key)).catch(() => undefined)
        if (facts) yield { key, bytes: facts.size, modifiedMs: facts.mtimeMs, usedMs: facts.atimeMs }
      }
    }
  }
}

/** What conversions, uploads and downloads call a file until it is whole. */
const isDraft = (name: string): boolean => name.startsWith('.part-') || name.endsWith('.part')

const orNone = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
