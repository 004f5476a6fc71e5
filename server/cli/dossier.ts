/** klic dossier: whether anything was changed in a signed ZIP, the dossier of a project or a job or a site package. */

import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifySignedZip } from '../features/verify-signed-zip.ts'
import { Refusal } from '../platform/refusal.ts'
import { EXIT, print, tell, Usage } from './say.ts'

export const help = `klic dossier verify FILE.zip [--key PUBLIC_KEY]

  Says whether a dossier is as it was signed, without a server, and what is changed, missing or added, and why.
  Prints as "klic site verify" does: {"unchanged", "repacked", "sealed", "signed", "people", "public_key", "signed_at",
  "changed", "missing", "added", "why"}. A dossier says itself by which key it is signed: --key is the one that you expect
  (Settings, Status), hexadecimal. Code 3 unless unchanged.`

export async function run(argv: string[]): Promise<void> {
  const options = { key: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
  if (positionals[0] !== 'verify') throw new Usage('Say what is to be done: verify.')
  await printVerdict(positionals.slice(1), values.key)
}

/** @param files the one file, as it was named */
export async function printVerdict([file, ...more]: readonly string[], key: string | undefined): Promise<void> {
  if (file === undefined || more.length > 0) throw new Usage('Name one ZIP.')
  if (key !== undefined && !/^[0-9a-f]{64}$/i.test(key)) throw new Usage('--key must be 64 hexadecimal digits.')
  await access(file).catch(() => {
    throw new Refusal('NOT_FOUND', `${file} is not there, or may not be read.`)
  })
  const { manifest, ...found } = await verifySignedZip(file)
  const isExpected = key === undefined || manifest?.public_key === key.toLowerCase()
  const unchanged = found.unchanged && isExpected
  if (!unchanged) process.exitCode = EXIT.refused
  if (found.unchanged && key === undefined)
    tell(
      'Whose key it is signed with was not looked at: anybody can sign with one of their own. Name yours with --key.',
    )
  if (found.repacked) tell('Ask for the ZIP as it was made.')
  const why = [...found.why, ...(isExpected ? [] : ['It is signed with another key than --key.'])]
  const { public_key = null, signed_at = null, title = null, people = null } = manifest ?? {}
  print({ file, title, ...found, unchanged, why, people, public_key, signed_at })
}
