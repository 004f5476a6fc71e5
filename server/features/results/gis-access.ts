/** What a person needs to open layers in a GIS program: a key that opens layers only, an address, and a file that has it all. */
import { nameWithEnding } from '../../exports/file-name.ts'
import type { DefinitionSource } from '../../exports/styling/layer-definition.ts'
import { createGisKey } from '../keys/keys.ts'
import type { Caller, Needs } from '../needs.ts'
import { fileOf, nameOf, type OpenResult, resultOfJob } from './serve-layers.ts'

type GisNeeds = Pick<Needs, 'store' | 'storage' | 'nudge' | 'clock' | 'ids' | 'layersFile' | 'openResult'>

export interface LayersFile {
  fileName: string
  content: string
}

/**
 * @param at where we are reached, and whether a key may stand in an address there; where not, GIS programs ask for it
 * @throws Refusal NOT_FOUND when there is no such job, or no result of it yet
 */
export async function openInGis(
  needs: GisNeeds,
  caller: Caller,
  { baseUrl, takesKeyInPath }: { baseUrl: string; takesKeyInPath: boolean },
  jobId: string | undefined,
) {
  const result = jobId === undefined ? undefined : await resultOfJob(needs, caller, jobId)
  const { key, secret } = await createGisKey(needs, caller, `GIS${result ? `: ${nameOf(result)}` : ''}`)
  const below = `/ogc${result ? `/${result.jobId}` : ''}`
  const open = takesKeyInPath ? `${baseUrl}/k/${secret}` : baseUrl
  const address = `${open}${below}`
  const tilesOf = (jobId: string): string => `${open}/tiles/${jobId}/ground/{z}/{x}/{y}.png`
  return {
    keyId: key.id,
    secret,
    expiresAt: key.expiresAt,
    address,
    plainAddress: `${baseUrl}${below}`,
    layers: result ? await layersOf(needs, result, { ogc: address, groundTiles: tilesOf(result.jobId) }) : null,
  }
}

/** @param gpkg name of the GeoPackage that will lie beside the file; @throws Refusal NOT_FOUND */
export async function layersBesideFile(
  needs: GisNeeds,
  caller: Caller,
  jobId: string,
  gpkg: string,
): Promise<LayersFile> {
  return layersOf(needs, await resultOfJob(needs, caller, jobId), { gpkg })
}

async function layersOf(needs: GisNeeds, result: OpenResult, source: DefinitionSource): Promise<LayersFile> {
  const mark = `_${result.jobId.slice(-4).toLowerCase()}`
  return {
    fileName: nameWithEnding(nameOf(result), '.qlr', mark),
    content: await needs.layersFile(fileOf(result), `KLIC ${nameOf(result)}`, source),
  }
}
