/** klic site: the package for the place of digging, made without a window, and looked at whether anything was changed. */

import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isShared } from '../config/databases.ts'
import { cageIn } from '../features/cage.ts'
import { openServices } from '../features/open-services.ts'
import { projectSite } from '../features/projects/project-site.ts'
import { openVaults, secretRows, takeSecretsKey } from '../features/settings/secrets.ts'
import { signers } from '../features/site-package/signing-key.ts'
import { type SitePackageOptions, sitePackage } from '../features/site-package/site-package.ts'
import { verifySignedZip } from '../features/verify-signed-zip.ts'
import { installRdGrid } from '../geometry/install-grid.ts'
import { PERMISSIONS } from '../platform/http/permissions.ts'
import { isLanguage, LANGUAGES } from '../texts/languages.ts'
import { withCompany } from './company.ts'
import { printVerdict } from './dossier.ts'
import { installationStorage } from './installation-storage.ts'
import { print, refuseUnwritable, Usage } from './say.ts'

export const help = `klic site JOB --out FILE.zip [--language nl|en] [--people] [--company ID] [--data DIR]
klic site --project ID --out FILE.zip [the same]
klic site verify FILE.zip [--key PUBLIC_KEY]

  Writes the site package of a ready job: one ZIP with the letters and documents of the operators, the letter of each
  delivery, LEESMIJ.txt (Dutch and English), the map to scale as PDF (--language: of the map, default nl), the GeoPackage
  with a project for QGIS and QField beside it, and manifest.json with the sha256 of every file, signed with the key of
  this installation, which is made with the first package. Works whether or not the server runs.
  Prints {"file", "public_key", "files": [{"path", "bytes", "sha256"}]}.
  --project: of all ready jobs of a project: each in a folder of its own, with index.html and LEESMIJ.txt in front, which also
  name the jobs that are not in it.
  --people: also names the applicant and the client of the works, with telephone and e-mail, as they were filed; without it
  they are left out, but for what letters and documents of others say of them. manifest.json says which ("people").
  --company: one of "klic company list"; default: the first.

  verify prints {"unchanged", "repacked", "sealed", "signed", "people", "public_key", "signed_at", "changed", "missing",
  "added", "why"}. sealed: no byte of the ZIP was changed. repacked: every file is as it was signed, but the ZIP was made anew.
  signed: the manifest was not changed; then the files that are not as it says. A package says itself by which key it is
  signed: --key is the one that you expect (Settings, Status), hexadecimal. Code 3 unless unchanged.`

const CAGED = fileURLToPath(new URL('../caged.ts', import.meta.url))

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      project: { type: 'string' },
      key: { type: 'string' },
      language: { type: 'string', default: 'nl' },
      people: { type: 'boolean', default: false },
      company: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const [what, file] = positionals
  if (what === 'verify') return printVerdict(positionals.slice(1), values.key)
  const { out, language, people, project } = values
  const isOne = project === undefined ? what !== undefined && file === undefined : what === undefined
  if (!isOne) throw new Usage('Name one job, or one project with --project, by its id.')
  if (out === undefined) throw new Usage('Say where the package goes: --out FILE.zip.')
  if (!isLanguage(language)) throw new Usage(`--language must be one of ${LANGUAGES.join(', ')}.`)
  await refuseUnwritable(out)
  const { manifest } = await made({ jobId: what, projectId: project }, resolve(out), { language, people }, values)
  const { public_key, files } = manifest!
  print({ file: out, public_key, files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })) })
}

const made = (
  { jobId, projectId }: { jobId: string | undefined; projectId: string | undefined },
  out: string,
  asked: SitePackageOptions,
  place: Parameters<typeof withCompany>[0],
) =>
  withCompany(place, async ({ configuration, dataDir, companyId, ...ours }) => {
    const grid = await installRdGrid()
    const { store } = ours
    const storage = await installationStorage(configuration, dataDir, store)
    const rows = isShared(configuration) ? (owner: string) => secretRows(store.db, owner) : undefined
    const opened = openServices({
      ...{ ...ours, storage, dataDir, grid: grid ?? null, operator: configuration.operator },
      cage: cageIn(CAGED, dataDir),
    })
    try {
      // The worker looks by itself.
      const services = { ...opened.services, signer: signers(openVaults(dataDir, takeSecretsKey(), rows)), nudge() {} }
      const caller = { companyId, actor: 'command line', permissions: [...PERMISSIONS], address: null }
      const { path } =
        projectId === undefined
          ? await sitePackage(services, caller, jobId!, asked)
          : await projectSite(services, caller, projectId, asked)
      await moved(path, out)
      return await verifySignedZip(out)
    } finally {
      await opened.close()
    }
  })

/** Whole or not at all, also on another disk. */
async function moved(from: string, out: string): Promise<void> {
  const part = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
  try {
    await pipeline(createReadStream(from), createWriteStream(part))
    await rename(part, out)
  } finally {
    await rm(part, { force: true })
    await rm(from, { force: true })
  }
}
