/** Merges delivery files that a program on this computer names, into the folder for what is kept for a while. */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CageOptions, runConversion } from './run-conversion.ts'

/** @throws Refusal DELIVERY_UNREADABLE */
export async function mergeDeliveries(
  caged: CageOptions,
  dataDir: string,
  paths: readonly string[],
  { id, fileName }: { id: string; fileName: string },
): Promise<{ path: string; sha256: string; features: number | null }> {
  const path = join('tmp', 'merges', `${id}.gpkg`)
  await mkdir(join(dataDir, 'tmp', 'merges'), { recursive: true })
  const { artifacts, summary } = await runConversion(caged, {
    kind: 'merge',
    ground: true,
    deliveries: paths.map((each) => ({ path: each, name: basename(each) })),
    out: [{ format: 'gpkg', path: join(dataDir, path), name: fileName }],
    tempDir: join(dataDir, 'tmp', id),
  })
  return { path, sha256: artifacts[0]!.sha256, features: summary?.features ?? null }
}
