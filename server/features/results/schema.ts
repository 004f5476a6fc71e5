/** What the window asks of a result: what must be read, documents, cross-sections, selections. Not in v1. */

import { z } from 'zod'
import { MAX_SHEETS, PAPER_NAMES, PRINT_COVERS, PRINT_SCALES } from '../../exports/print/print-options.ts'
import { MAX_LOOKED_AT } from '../../exports/print/print-sheets.ts'
import { MAX_PARTS } from '../../geometry/registry-limits.ts'
import { MAX_CROSSED, MAX_SELECTED } from '../../imkl/model/result.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_OLDER } from '../../platform/limits.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { Instant, LngLat } from '../http/common-schema.ts'
import { ATTENTION_KINDS } from '../jobs/rules/attention.ts'
import { JobPath } from '../jobs/schema.ts'

export const AttentionList = z.object({
  site_revision: z
    .int()
    .nullable()
    .meta({ description: 'Of which revision the newest site package was made; null: there was none' }),
  older: z
    .array(z.object({ at: Instant, by: z.string(), revision: z.int(), as: z.string() }))
    .max(MAX_OLDER)
    .meta({ description: 'Who has an older revision, as a file of which format, as a print or as a site package' }),
  data: z
    .array(
      z.object({
        about: z.string().meta({ description: 'To be sent back when it was read' }),
        kind: z.enum(ATTENTION_KINDS),
        operator: z.string().nullable(),
        part_no: z.int().nullable(),
        acknowledged: z.object({ at: Instant, by: z.string() }).nullable(),
      }),
    )
    .max(RESULT_LIMITS.operators * ATTENTION_KINDS.length + MAX_PARTS),
})
export type AttentionList = z.infer<typeof AttentionList>

export const JobDocuments = z.object({
  data: z
    .array(
      z.object({
        no: z.int(),
        klic_number: z.string(),
        operator: z.string().nullable(),
        kind: z.string(),
        theme: z.string().nullable(),
        name: z.string(),
        media_type: z.string(),
        references: z.int().meta({ description: 'How many objects name it' }),
        is_there: z.boolean().meta({ description: 'False: the delivery names it, and it is not in it' }),
        sha256: z
          .string()
          .nullable()
          .meta({ description: 'Of its bytes: the same letter comes with every notification' }),
      }),
    )
    .max(RESULT_LIMITS.documents),
})
export type JobDocuments = z.infer<typeof JobDocuments>

export const Precautions = z.object({
  data: z
    .array(
      z.object({
        ref: z.string().meta({ description: 'As tiles name it' }),
        operator: z.string().nullable(),
        theme: z.string().nullable(),
        net: z.string().nullable(),
        works: z.string().nullable(),
        contact: z
          .object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() })
          .meta({ description: 'Of the precaution itself: another than that for damage' }),
        document: z.int().nullable().meta({ description: 'Number of its letter among the documents' }),
        geometry_lnglat: z.looseObject({ type: z.string() }).nullable(),
      }),
    )
    .max(RESULT_LIMITS.precautions),
})
export type Precautions = z.infer<typeof Precautions>

const FeatureRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const SectionInput = z.strictObject({ line: z.array(LngLat).min(2).max(50) })
export const Section = z.object({
  length_m: z.number(),
  crossings: z
    .array(
      z.object({
        at_m: z.number().meta({ description: 'Along the line, from its start' }),
        lnglat: LngLat,
        layer: z.string(),
        properties: FeatureRow,
        depth_m: z.number().nullable().meta({ description: 'Below the surface; null: nobody says' }),
        depth_from: z
          .enum(['object', 'measured', 'standard'])
          .nullable()
          .meta({ description: 'Its own, a measurement of the same network within 5 m, or what is usual there' }),
      }),
    )
    .max(MAX_CROSSED),
})
export type Section = z.infer<typeof Section>

const MAX_CORNERS = 500
const DrawnRing = z
  .array(LngLat)
  .min(4)
  .max(MAX_CORNERS + 1)
  .refine((ring) => String(ring[0]) === String(ring.at(-1)), { message: 'The ring must end where it begins.' })
const SelectionInput = z.strictObject({
  area: z
    .object({ type: z.literal('Polygon'), coordinates: z.array(DrawnRing).length(1) })
    .meta({ description: `Longitude, latitude; one ring of at most ${MAX_CORNERS} corners` }),
})
export const Selection = z.object({
  total: z.int(),
  counts: z
    .array(
      z.object({
        theme: z.string().nullable(),
        operator: z.string().nullable().meta({ description: 'Its code' }),
        count: z.int(),
        length_m: z.number().meta({ description: 'Of cables, pipes and containers, as far as they lie in the area' }),
      }),
    )
    .max(RESULT_LIMITS.operators * RESULT_LIMITS.themes)
    .meta({ description: 'Of all of them, by theme and operator, the largest number first' }),
  features: z
    .array(z.object({ layer: z.string(), properties: FeatureRow }))
    .max(MAX_SELECTED)
    .meta({ description: `The first ${MAX_SELECTED}` }),
})
export type Selection = z.infer<typeof Selection>

/** x, y and degrees, as `192345.6,389012,-12.5`. */
const FRAME = /^-?\d{1,6}(\.\d{1,3})?,-?\d{1,6}(\.\d{1,3})?,-?\d{1,3}(\.\d{1,3})?$/

const PrintQuery = z.strictObject({
  cover: z.enum(PRINT_COVERS).default('area').meta({
    description:
      'How the sheets lie: in rows over the area; one after the other along it, where it is a corridor that fits the paper; the one in `frame`',
  }),
  frame: z.string().regex(FRAME).optional().meta({
    description: 'Of the one sheet: x and y of its middle in RD New, and degrees that it is turned anti-clockwise',
  }),
  empty: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Also sheets on which no cable, pipe or demand for precaution lies' }),
  sheets: z
    .string()
    .max(MAX_SHEETS * 4)
    .regex(/^(\d{1,3}(~\d{1,3})*)?$/)
    .default('')
    .meta({ description: 'Numbers of the sheets to print, with ~ between; left out: all' }),
  scale: z.coerce.number().pipe(z.literal(PRINT_SCALES)).meta({ description: '1:scale' }),
  paper: z.enum(PAPER_NAMES),
  orientation: z.enum(['portrait', 'landscape']).default('landscape'),
  ink: z.enum(['colour', 'black']).default('colour'),
  lines: z
    .enum(['official', 'thin'])
    .default('official')
    .meta({ description: 'thin: cables and pipes half as wide as the official look has them' }),
  ground: z.enum(['true', 'false']).default('true').meta({
    description:
      'The delivered ground below the lines, in grey, where the deliveries hold one; the print says so while it is not in the result yet',
  }),
  language: z.enum(LANGUAGES).default('nl'),
  hidden: z.string().max(400).default('').meta({ description: 'Themes to leave out, with ~ between' }),
  hidden_operators: z
    .string()
    .max(4000)
    .default('')
    .meta({ description: 'Codes of operators to leave out, with ~ between' }),
})

export type PrintQuery = z.infer<typeof PrintQuery>

export const PrintSheets = z.object({
  data: z
    .array(
      z.object({
        no: z.int(),
        corners: z.array(LngLat).max(5).meta({ description: 'A closed ring' }),
      }),
    )
    .max(MAX_LOOKED_AT),
  left_out: z.array(z.array(LngLat).max(5)).max(MAX_LOOKED_AT).meta({ description: 'Where nothing lies: rings' }),
  is_as_wished: z
    .boolean()
    .meta({ description: 'False: the area is no corridor that fits the paper, and the sheets lie in rows' }),
  most: z.int().meta({ description: `So many are printed at once: ${MAX_SHEETS}` }),
})
export type PrintSheets = z.infer<typeof PrintSheets>
const DocumentPath = JobPath.extend({ no: z.coerce.number().int().min(1).max(1_000_000) })

export const RESULT_ROUTES = {
  getAttention: {
    method: 'get',
    path: '/jobs/{job_id}/attention',
    permission: 'read',
    summary: 'What must be read before anybody digs, and who has',
    params: JobPath,
    responses: { 200: AttentionList },
  },
  acknowledge: {
    method: 'post',
    path: '/jobs/{job_id}/attention',
    permission: 'write',
    summary: 'Say that it was read: for this revision of the result, in the log',
    params: JobPath,
    body: z.strictObject({ about: z.string().max(120) }),
    responses: { 200: AttentionList },
  },
  listPrecautions: {
    method: 'get',
    path: '/jobs/{job_id}/precautions',
    permission: 'read',
    summary: 'Where an operator demands to be called before anyone digs, for what and by which letter',
    params: JobPath,
    responses: { 200: Precautions },
  },
  listJobDocuments: {
    method: 'get',
    path: '/jobs/{job_id}/documents',
    permission: 'read',
    summary: 'Letters, drawings and pictures of the deliveries',
    params: JobPath,
    responses: { 200: JobDocuments },
  },
  getJobDocument: {
    method: 'get',
    path: '/jobs/{job_id}/documents/{no}',
    permission: 'read',
    summary: 'One of them, out of its delivery',
    params: DocumentPath,
    files: ['application/octet-stream'],
    responses: { 200: 'file' },
  },
  printJob: {
    method: 'get',
    path: '/jobs/{job_id}/print',
    permission: 'read',
    summary: 'The result as a PDF to exact scale, on one sheet or several',
    params: JobPath,
    query: PrintQuery,
    files: ['application/pdf'],
    responses: { 200: 'file' },
  },
  listPrintSheets: {
    method: 'get',
    path: '/jobs/{job_id}/print/sheets',
    permission: 'read',
    summary: 'The sheets that a print would have, and where they lie',
    params: JobPath,
    query: PrintQuery,
    responses: { 200: PrintSheets },
  },
  crossSection: {
    method: 'post',
    path: '/jobs/{job_id}/cross-section',
    permission: 'read',
    summary: 'What a line over the ground crosses, in its order, and how deep',
    params: JobPath,
    body: SectionInput,
    responses: { 200: Section },
  },
  selectInArea: {
    method: 'post',
    path: '/jobs/{job_id}/selection',
    permission: 'read',
    summary: 'What lies in an area',
    params: JobPath,
    body: SelectionInput,
    responses: { 200: Selection },
  },
} as const satisfies Record<string, Route>
