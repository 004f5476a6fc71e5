/** The routes that only the window uses, below /dashboard/api with a session; no public contract. */
import { z } from 'zod'
import { DIFFERENCE_FORMATS, mediaTypeOf, RESULT_FORMATS } from '../exports/result-formats.ts'
import { AREA_ROUTES } from '../features/areas/schema.ts'
import { CALAMITY_ROUTES } from '../features/calamities/schema.ts'
import { CALENDAR_ROUTES, DIGGING_ROUTES, DUTY_ROUTES } from '../features/digging/schema.ts'
import { IMPORT_ROUTES } from '../features/imports/schema.ts'
import {
  ARCHIVE_ROUTES,
  DifferenceFileQuery,
  DifferenceQuery,
  JobDifference,
  JobExtent,
  JobMap,
  JobSummary,
  PLACE_ROUTES,
  Preview,
  PreviewInput,
  ResultQuery,
  SoFar,
} from '../features/jobs/dashboard-schema.ts'
import { JobInput } from '../features/jobs/input-schema.ts'
import { ExportPending, Job, JobPath } from '../features/jobs/schema.ts'
import { TIMELINE_ROUTES } from '../features/jobs/timeline-schema.ts'
import { PROJECT_ROUTES } from '../features/projects/project-routes.ts'
import { FeatureRef, JobObjects, OBJECTS_LIMIT } from '../features/results/map/map-style-schema.ts'
import { OFFLINE_MAP_ROUTES } from '../features/results/map/offline-map-schema.ts'
import { RESULT_ROUTES } from '../features/results/schema.ts'
import { AUDIT_ROUTES } from '../features/settings/audit-schema.ts'
import { SETTINGS_ROUTES } from '../features/settings/schema.ts'
import { SIMULATOR_ROUTES } from '../features/settings/simulator-schema.ts'
import { SITE_ROUTES } from '../features/site-package/schema.ts'
import { STATUS_ROUTES } from '../features/status/schema.ts'
import { TRENCH_ROUTES } from '../features/trenches/schema.ts'
import { SESSION_ROUTES } from '../features/users/session-schema.ts'
import { WEBHOOK_ROUTES } from '../features/webhooks/schema.ts'
import type { Route } from '../platform/http/route.ts'

/** Beside the rows of v1, which the dashboard serves as well. */
export const DASHBOARD_ROUTES = {
  ...SESSION_ROUTES,
  preview: {
    method: 'post',
    path: '/preview',
    permission: 'read',
    summary: 'The cut and its price while drawing; nothing is stored',
    body: PreviewInput,
    takesArea: true,
    responses: { 200: Preview },
  },
  getJobMap: {
    method: 'get',
    path: '/jobs/{job_id}/map',
    permission: 'read',
    summary: 'The shapes of a job in degrees',
    params: JobPath,
    responses: { 200: JobMap },
  },
  getJobSoFar: {
    method: 'get',
    path: '/jobs/{job_id}/so-far',
    permission: 'read',
    summary: 'What has come of a job that waits for more: deliveries, and the operators that are still silent',
    params: JobPath,
    responses: { 200: SoFar },
  },
  getJobSummary: {
    method: 'get',
    path: '/jobs/{job_id}/summary',
    permission: 'read',
    summary: 'What the result holds',
    params: JobPath,
    responses: { 200: JobSummary },
  },
  exportResult: {
    method: 'get',
    path: '/jobs/{job_id}/export',
    permission: 'read',
    summary: 'The merged result as a file of any kind, or 202 while it is produced',
    params: JobPath,
    query: ResultQuery,
    files: [...new Set(RESULT_FORMATS.map(mediaTypeOf))],
    responses: { 200: 'file', 202: ExportPending },
  },
  getJobExtent: {
    method: 'get',
    path: '/jobs/{job_id}/extent',
    permission: 'read',
    summary: 'Where all of a theme, or of an operator, lies',
    params: JobPath,
    query: z.strictObject({ theme: z.string().max(60).optional(), operator: z.string().max(60).optional() }),
    responses: { 200: JobExtent },
  },
  exportPreliminary: {
    method: 'get',
    path: '/jobs/{job_id}/preliminary',
    permission: 'read',
    summary: 'What has come of a job that waits for more as a file of any kind, or 202 while it is produced',
    params: JobPath,
    query: ResultQuery,
    files: [...new Set(RESULT_FORMATS.map(mediaTypeOf))],
    responses: { 200: 'file', 202: ExportPending },
  },
  getJobObjects: {
    method: 'get',
    path: '/jobs/{job_id}/objects',
    permission: 'read',
    summary: 'Whole features of the result, by what the tiles name them',
    params: JobPath,
    query: z.strictObject({
      refs: z
        .string()
        .max(12_000)
        .transform((text) => text.split(','))
        .pipe(z.array(FeatureRef).min(1).max(OBJECTS_LIMIT)),
    }),
    responses: { 200: JobObjects },
  },
  getJobDifference: {
    method: 'get',
    path: '/jobs/{job_id}/diff',
    permission: 'read',
    summary: 'What changed since the result of another job, or since an earlier revision',
    params: JobPath,
    query: DifferenceQuery,
    responses: { 200: JobDifference },
  },
  getDifferenceFile: {
    method: 'get',
    path: '/jobs/{job_id}/diff/file',
    permission: 'read',
    summary: 'All that changed since the result of another job, or since an earlier revision, as a file in RD New',
    params: JobPath,
    query: DifferenceFileQuery,
    files: DIFFERENCE_FORMATS.map(mediaTypeOf),
    responses: { 200: 'file' },
  },
  correctJob: {
    method: 'post',
    path: '/jobs/{job_id}/correction',
    permission: 'write',
    summary: 'Ask otherwise for what the registry refused, or for a quote: the same job, quoted anew; nothing is filed',
    params: JobPath,
    body: JobInput,
    takesArea: true,
    responses: { 200: Job },
  },
  retryJob: {
    method: 'post',
    path: '/jobs/{job_id}/retry',
    permission: 'write',
    summary: 'Resume a job that failed, or have its failed files made again',
    params: JobPath,
    body: z.strictObject({}),
    bodyOptional: true,
    responses: { 202: Job },
  },
  ...WEBHOOK_ROUTES,
  ...SETTINGS_ROUTES,
  ...AUDIT_ROUTES,
  ...SIMULATOR_ROUTES,
  ...STATUS_ROUTES,
  ...TIMELINE_ROUTES,
  ...ARCHIVE_ROUTES,
  ...PLACE_ROUTES,
  ...DIGGING_ROUTES,
  ...DUTY_ROUTES,
  ...TRENCH_ROUTES,
  ...CALAMITY_ROUTES,
  ...CALENDAR_ROUTES,
  ...PROJECT_ROUTES,
  ...AREA_ROUTES,
  ...IMPORT_ROUTES,
  ...RESULT_ROUTES,
  ...SITE_ROUTES,
  ...OFFLINE_MAP_ROUTES,
} as const satisfies Record<string, Route>
