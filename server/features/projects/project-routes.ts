/** Projects below /dashboard/api, with a session; not in v1. */

import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { MAX_DOCUMENT_BYTES, MAX_PROJECTS } from '../../platform/limits.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { FileName } from '../http/common-schema.ts'
import { JobPath } from '../jobs/schema.ts'
import { SiteQuery } from '../site-package/schema.ts'
import { BUILT_IN_TEMPLATES, CROW_STEPS } from './checklist-templates.ts'
import { MAX_ITEMS, MAX_TEMPLATES } from './rules.ts'
import {
  Checklist,
  ChecklistInput,
  Id,
  Log,
  Name,
  Project,
  ProjectBrief,
  ProjectInput,
  ProjectMap,
  ProjectSite,
  Template,
  TemplateInput,
  TickInput,
} from './schema.ts'

const ProjectPath = z.object({ project_id: Id })
const ChecklistPath = ProjectPath.extend({ checklist_id: Id })
const NoBody = z.strictObject({})
const DossierQuery = SiteQuery.pick({ people: true })

export const PROJECT_ROUTES = {
  listProjects: {
    method: 'get',
    path: '/projects',
    permission: 'read',
    summary: 'The projects of the company, the open ones first',
    responses: { 200: z.object({ data: z.array(ProjectBrief).max(MAX_PROJECTS) }) },
  },
  createProject: {
    method: 'post',
    path: '/projects',
    permission: 'write',
    summary: 'Make a project',
    body: ProjectInput,
    responses: { 201: Project },
  },
  getProject: {
    method: 'get',
    path: '/projects/{project_id}',
    permission: 'read',
    summary: 'A project with its jobs, dossier and checklists',
    params: ProjectPath,
    responses: { 200: Project },
  },
  getProjectMap: {
    method: 'get',
    path: '/projects/{project_id}/map',
    permission: 'read',
    summary: 'The areas of all its jobs, in degrees',
    params: ProjectPath,
    responses: { 200: ProjectMap },
  },
  changeProject: {
    method: 'put',
    path: '/projects/{project_id}',
    permission: 'write',
    summary: 'Change its name, reference or description; what is left out stays',
    params: ProjectPath,
    body: z
      .strictObject({
        name: Name,
        reference: z.string().trim().max(60).nullable(),
        description: z.string().trim().max(2000).nullable(),
      })
      .partial(),
    responses: { 200: Project },
  },
  closeProject: {
    method: 'post',
    path: '/projects/{project_id}/close',
    permission: 'write',
    summary: 'Completed, when every checklist is: sends project.completed. Or cancelled, which nobody is told',
    params: ProjectPath,
    body: z.strictObject({ outcome: z.enum(['completed', 'cancelled']) }),
    responses: { 200: Project },
  },
  reopenProject: {
    method: 'post',
    path: '/projects/{project_id}/reopen',
    permission: 'write',
    summary: 'Open a closed project again',
    params: ProjectPath,
    body: NoBody,
    bodyOptional: true,
    responses: { 200: Project },
  },
  addJobToProject: {
    method: 'put',
    path: '/projects/{project_id}/jobs/{job_id}',
    permission: 'write',
    summary: 'Put a job into the project; a job belongs to at most one',
    params: ProjectPath.extend(JobPath.shape),
    responses: { 200: Project },
  },
  removeJobFromProject: {
    method: 'delete',
    path: '/projects/{project_id}/jobs/{job_id}',
    permission: 'write',
    summary: 'Take a job out of the project; the job stays',
    params: ProjectPath.extend(JobPath.shape),
    responses: { 200: Project },
  },
  addDocument: {
    method: 'post',
    path: '/projects/{project_id}/documents',
    permission: 'write',
    summary: 'Put a file into the dossier: the body is the file, at most 200 MiB',
    params: ProjectPath,
    query: z.strictObject({ name: FileName }),
    takesFile: MAX_DOCUMENT_BYTES,
    responses: { 201: Project },
  },
  getDocument: {
    method: 'get',
    path: '/projects/{project_id}/documents/{document_id}',
    permission: 'read',
    summary: 'A file of the dossier',
    params: ProjectPath.extend({ document_id: Id }),
    files: ['application/octet-stream'],
    responses: { 200: 'file' },
  },
  removeDocument: {
    method: 'delete',
    path: '/projects/{project_id}/documents/{document_id}',
    permission: 'write',
    summary: 'Take a file out of the dossier; that it was there stays in the log',
    params: ProjectPath.extend({ document_id: Id }),
    responses: { 200: Project },
  },
  getDossier: {
    method: 'get',
    path: '/projects/{project_id}/dossier',
    permission: 'read',
    summary:
      'All that is on record of a project in one signed ZIP (BagIt), first what an inspection asks, with evidence or gap; at most 20 GiB',
    params: ProjectPath,
    query: DossierQuery,
    files: ['application/zip'],
    responses: { 200: 'file' },
  },
  getJobDossier: {
    method: 'get',
    path: '/jobs/{job_id}/dossier',
    permission: 'read',
    summary: 'The same of one job, with the checklists of its project',
    params: JobPath,
    query: DossierQuery,
    files: ['application/zip'],
    responses: { 200: 'file' },
  },
  getProjectSitePackage: {
    method: 'get',
    path: '/projects/{project_id}/site',
    permission: 'read',
    summary:
      'The site packages of all ready jobs, each in a folder, with a page in front, in one signed ZIP; at most 4 GiB of results',
    params: ProjectPath,
    query: SiteQuery,
    files: ['application/zip'],
    responses: { 200: 'file' },
  },
  getProjectSite: {
    method: 'get',
    path: '/projects/{project_id}/site/newest',
    permission: 'read',
    summary: 'When the newest site package of a project was made, and whether it is out of date',
    params: ProjectPath,
    responses: { 200: z.object({ data: ProjectSite.nullable() }) },
  },
  addChecklist: {
    method: 'post',
    path: '/projects/{project_id}/checklists',
    permission: 'write',
    summary: 'Add a checklist, from a template or of its own; or those of all steps of a set that are not there yet',
    params: ProjectPath,
    body: ChecklistInput,
    responses: { 201: Project },
  },
  removeChecklist: {
    method: 'delete',
    path: '/projects/{project_id}/checklists/{checklist_id}',
    permission: 'write',
    summary: 'Take a checklist out; what was ticked stays in the log',
    params: ChecklistPath,
    responses: { 200: Project },
  },
  tickItem: {
    method: 'put',
    path: '/projects/{project_id}/checklists/{checklist_id}/items/{no}',
    permission: 'write',
    summary: 'Tick an item or take the tick back; the last tick sends checklist.completed',
    params: ChecklistPath.extend({ no: z.coerce.number().int().min(1).max(MAX_ITEMS) }),
    body: TickInput,
    responses: { 200: Checklist },
  },
  listTemplates: {
    method: 'get',
    path: '/checklist-templates',
    permission: 'read',
    summary: 'Checklists to choose from: those of the house, then the own ones',
    query: z.strictObject({ language: z.enum(LANGUAGES).default('nl') }),
    responses: {
      200: z.object({ data: z.array(Template).max(BUILT_IN_TEMPLATES.length + CROW_STEPS.length + MAX_TEMPLATES) }),
    },
  },
  createTemplate: {
    method: 'post',
    path: '/checklist-templates',
    permission: 'write',
    summary: 'Make an own template',
    body: TemplateInput,
    responses: { 201: Template },
  },
  changeTemplate: {
    method: 'put',
    path: '/checklist-templates/{template_id}',
    permission: 'write',
    summary: 'Change an own template; lists that were made from it stay as they are',
    params: z.object({ template_id: Id }),
    body: TemplateInput,
    responses: { 200: Template },
  },
  removeTemplate: {
    method: 'delete',
    path: '/checklist-templates/{template_id}',
    permission: 'write',
    summary: 'Remove an own template',
    params: z.object({ template_id: Id }),
    responses: { 204: 'empty' },
  },
  getProjectLog: {
    method: 'get',
    path: '/projects/{project_id}/log',
    permission: 'read',
    summary: 'Who did what, and when, oldest first; every entry is chained to the one before',
    params: ProjectPath,
    responses: { 200: Log },
  },
  getJobLog: {
    method: 'get',
    path: '/jobs/{job_id}/log',
    permission: 'read',
    summary: 'Who did what with a job, and when, oldest first',
    params: JobPath,
    responses: { 200: Log },
  },
} as const satisfies Record<string, Route>
