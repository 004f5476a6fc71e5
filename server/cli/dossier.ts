/** klic dossier: whether anything was changed in the dossier of a project or a job. */

import { parseArgs } from 'node:util'
import { Usage } from './say.ts'
import { printVerdict } from './verify-zip.ts'

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
