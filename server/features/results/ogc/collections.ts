/**
 * The collections of OGC API: each layer and table of a result (imkl/model/result.ts) is one. A request stands at a company's own
 * landing page, where a collection is a job's layer or table, or at one job's. Both have the same shape below it.
 */

import { LAYERS_AND_TABLES, type LayerOrTable } from '../../../imkl/model/result.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApiServices, Caller } from '../../services.ts'
import {
  layerNamed,
  nameOf,
  type OpenResult,
  resultOfJob,
  resultsOfCompany,
  withPreliminaryMark,
} from '../map/serve-layers.ts'

export interface Collection {
  id: string
  title: string
  result: OpenResult
  layer: LayerOrTable
}

export interface Scope {
  /** Absolute, without a slash at the end: the landing page. */
  url: string
  title: string
  description: string
  isCompany: boolean
  collections(): Promise<Collection[]>
  /** @throws Refusal NOT_FOUND */
  collection(id: string): Promise<Collection>
}

/** What must be known of it, behind what it is. */
export const notesOf = (result: OpenResult): string => result.notes.map((note) => ` ${note}`).join('')

const collectionOf = (result: OpenResult, layer: LayerOrTable, id: string, title: string): Collection => ({
  id,
  title,
  result,
  layer,
})

export async function jobScope(services: ApiServices, caller: Caller, base: string, jobId: string): Promise<Scope> {
  const result = await resultOfJob(services, caller, jobId)
  return {
    url: `${base}/${jobId}`,
    title: `KLIC ${nameOf(result)}`,
    description: `Cables and pipes of job ${jobId}, merged, RD New.${notesOf(result)}`,
    isCompany: false,
    collections: async () =>
      LAYERS_AND_TABLES.map((layer) =>
        collectionOf(result, layer, layer.name, withPreliminaryMark(layer.name, result)),
      ),
    collection: async (id) => collectionOf(result, layerNamed(id), id, withPreliminaryMark(id, result)),
  }
}

export function companyScope(services: ApiServices, caller: Caller, base: string): Scope {
  const titled = (result: OpenResult, layer: LayerOrTable): Collection =>
    collectionOf(result, layer, `${result.jobId}.${layer.name}`, `${nameOf(result)}: ${layer.name}`)
  return {
    url: base,
    title: 'KLIC Desktop',
    description: 'Cables and pipes of the newest jobs. Each job also has a landing page of its own.',
    isCompany: true,
    collections: async () =>
      (await resultsOfCompany(services.store, caller)).flatMap((result) =>
        LAYERS_AND_TABLES.map((layer) => titled(result, layer)),
      ),
    collection: async (id) => {
      const [jobId, name, ...rest] = id.split('.')
      if (!jobId || !name || rest.length > 0) throw new Refusal('NOT_FOUND', 'There is no collection with this id.')
      return titled(await resultOfJob(services, caller, jobId), layerNamed(name))
    },
  }
}

/** Names of operators and lists of KLIC numbers may have commas of their own. */
export const isCode = (column: string): boolean => ['thema', 'objecttype', 'status'].includes(column)

/** Each is a query parameter with the exact value, or of codes with several; only columns that the layer has. */
export const FILTER_COLUMNS = ['thema', 'netbeheerder', 'objecttype', 'status', 'klic_nummer'] as const

export const CONFORMANCE = [
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/core-roles-features',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/returnables-and-receivables',
  'http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/queryables',
] as const
