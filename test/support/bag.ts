/** Whether files are a complete and valid bag, read from RFC 8493 alone: nothing of the product is used. */
import { createHash } from 'node:crypto'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Path -> hash. RFC 8493, 2.1.3: hash, white space, path from the bag's own folder; CR, LF and % are percent-encoded. */
function linesOf(text: string, problems: string[]): Map<string, string> {
  const listed = new Map<string, string>()
  if (!text.endsWith('\n')) problems.push('a manifest without a line end')
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, encoded] = /^([0-9a-f]{64})[ \t]+(\S.*)$/.exec(line) ?? []
    if (!hash || !encoded) problems.push(`a line that is none: ${line}`)
    else if (/%(?!0A|0D|25)/i.test(encoded)) problems.push(`a bare percent sign: ${encoded}`)
    else {
      const path = encoded.replaceAll(/%(0A|0D|25)/gi, decodeURIComponent)
      if (listed.has(path)) problems.push(`listed twice: ${path}`)
      if (/^[/~]|(^|\/)\.\.(\/|$)/.test(path)) problems.push(`leads out of the bag: ${path}`)
      listed.set(path, hash)
    }
  }
  return listed
}

/** @param files of the ZIP, by path; @returns nothing for a valid bag */
export function bagProblems(files: ReadonlyMap<string, Buffer>): string[] {
  const problems: string[] = []
  // RFC 8493, 4: the serialization holds one folder, the bag.
  const folders = new Set([...files.keys()].map((path) => path.split('/', 1)[0]))
  if (folders.size !== 1) return [`${folders.size} folders`]
  const [folder] = folders
  const inBag = new Map([...files].map(([path, bytes]) => [path.slice(folder!.length + 1), bytes]))
  const textOf = (path: string): string => inBag.get(path)?.toString('utf8') ?? ''
  if (textOf('bagit.txt') !== 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n') problems.push('bagit.txt')
  const payload = [...inBag.keys()].filter((path) => path.startsWith('data/'))
  if (payload.length === 0) problems.push('no payload')
  const manifest = linesOf(textOf('manifest-sha256.txt'), problems)
  for (const path of payload) if (!manifest.has(path)) problems.push(`not listed: ${path}`)
  const tags = linesOf(textOf('tagmanifest-sha256.txt'), problems)
  // 2.2.1: each payload manifest, and no tag manifest.
  if (!tags.has('manifest-sha256.txt')) problems.push('the payload manifest is not listed')
  for (const path of tags.keys()) if (/^tagmanifest-|^data\//.test(path)) problems.push(`a tag manifest lists ${path}`)
  for (const path of manifest.keys()) if (!path.startsWith('data/')) problems.push(`no payload: ${path}`)
  for (const [path, hash] of [...manifest, ...tags]) {
    const bytes = inBag.get(path)
    if (bytes === undefined) problems.push(`missing: ${path}`)
    else if (sha256(bytes) !== hash) problems.push(`changed: ${path}`)
  }
  const info = textOf('bag-info.txt')
  for (const line of info.split('\n').slice(0, -1)) if (!/^[^:\s]+: \S/.test(line)) problems.push(`no element: ${line}`)
  const oxum = `${payload.reduce((sum, path) => sum + inBag.get(path)!.length, 0)}.${payload.length}`
  if (!info.includes(`Payload-Oxum: ${oxum}\n`)) problems.push('Payload-Oxum')
  if (!/^Bagging-Date: \d{4}-\d{2}-\d{2}$/m.test(info)) problems.push('Bagging-Date')
  return problems
}
