/** Projects below /dashboard/api, with a session; not in v1. */
import { z } from 'zod'
import { MAX_DOCUMENT_BYTES, MAX_ITEMS } from '../domain/projects/projects.ts'
import { Problem } from './errors.ts'
import { JobPath } from './jobs.ts'
import {
  ChecklistInput,
  Id,
  LANGUAGES,
  Log,
  Name,
  Project,
  ProjectBrief,
  ProjectInput,
  ProjectMap,
  Template,
  TemplateInput,
  TickInput,
} from './projects.ts'
import type { Route } from './routes.ts'

const ProjectPath = z.object({ project_id: Id })
const ChecklistPath = ProjectPath.extend({ checklist_id: Id })
const NoQuery = z.strictObject({})
const NoBody = z.strictObject({})
const Changed = { 200: Project, 404: Problem, 409: Problem, 422: Problem } as const

export const PROJECT_ROUTES = {
  listProjects: {
    method: 'get',
    path: '/projects',
    permission: 'read',
    summary: 'The projects of the company, the open ones first',
    query: NoQuery,
    responses: { 200: z.object({ data: z.array(ProjectBrief) }) },
  },
  createProject: {
    method: 'post',
    path: '/projects',
    permission: 'write',
    summary: 'Make a project',
    query: NoQuery,
    body: ProjectInput,
    responses: { 201: Project, 422: Problem },
  },
  getProject: {
    method: 'get',
    path: '/projects/{project_id}',
    permission: 'read',
    summary: 'A project with its jobs, dossier and checklists',
    params: ProjectPath,
    query: NoQuery,
    responses: { 200: Project, 404: Problem },
  },
  getProjectMap: {
    method: 'get',
    path: '/projects/{project_id}/map',
    permission: 'read',
    summary: 'The areas of all its jobs, in degrees',
    params: ProjectPath,
    query: NoQuery,
    responses: { 200: ProjectMap, 404: Problem },
  },
  changeProject: {
    method: 'put',
    path: '/projects/{project_id}',
    permission: 'write',
    summary: 'Change its name, reference or description; what is left out stays',
    params: ProjectPath,
    query: NoQuery,
    body: z
      .strictObject({
        name: Name,
        reference: z.string().trim().max(60).nullable(),
        description: z.string().trim().max(2000).nullable(),
      })
      .partial(),
    responses: Changed,
  },
  closeProject: {
    method: 'post',
    path: '/projects/{project_id}/close',
    permission: 'write',
    summary: 'Completed, when every checklist is: sends project.completed. Or cancelled, which nobody is told',
    params: ProjectPath,
    query: NoQuery,
    body: z.strictObject({ outcome: z.enum(['completed', 'cancelled']) }),
    responses: Changed,
  },
  reopenProject: {
    method: 'post',
    path: '/projects/{project_id}/reopen',
    permission: 'write',
    summary: 'Open a closed project again',
    params: ProjectPath,
    query: NoQuery,
    body: NoBody,
    bodyOptional: true,
    responses: Changed,
  },
  addJobToProject: {
    method: 'put',
    path: '/projects/{project_id}/jobs/{job_id}',
    permission: 'write',
    summary: 'Put a job into the project; a job belongs to at most one',
    params: ProjectPath.extend(JobPath.shape),
    query: NoQuery,
    responses: Changed,
  },
  removeJobFromProject: {
    method: 'delete',
    path: '/projects/{project_id}/jobs/{job_id}',
    permission: 'write',
    summary: 'Take a job out of the project; the job stays',
    params: ProjectPath.extend(JobPath.shape),
    query: NoQuery,
    responses: Changed,
  },
  addDocument: {
    method: 'post',
    path: '/projects/{project_id}/documents',
    permission: 'write',
    summary: 'Put a file into the dossier: the body is the file, at most 200 MiB',
    params: ProjectPath,
    query: z.strictObject({
      name: z
        .string()
        .trim()
        .max(200)
        // Marks of direction would show another ending than the name has.
        .regex(
          /^(?!\.+$)[^/\\\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]{1,200}$/u,
          'must be a file name of at most 200 characters, without a folder and without marks of direction',
        ),
    }),
    takesFile: MAX_DOCUMENT_BYTES,
    responses: { 201: Project, 404: Problem, 409: Problem, 413: Problem, 422: Problem },
  },
  getDocument: {
    method: 'get',
    path: '/projects/{project_id}/documents/{document_id}',
    permission: 'read',
    summary: 'A file of the dossier',
    params: ProjectPath.extend({ document_id: Id }),
    query: NoQuery,
    files: ['application/octet-stream'],
    responses: { 200: 'file', 404: Problem, 409: Problem },
  },
  removeDocument: {
    method: 'delete',
    path: '/projects/{project_id}/documents/{document_id}',
    permission: 'write',
    summary: 'Take a file out of the dossier; that it was there stays in the log',
    params: ProjectPath.extend({ document_id: Id }),
    query: NoQuery,
    responses: Changed,
  },
  getDossier: {
    method: 'get',
    path: '/projects/{project_id}/dossier',
    permission: 'read',
    summary:
      'Documents, results, checklists and log in one ZIP, with a list of contents and their sha256; at most 20 GiB',
    params: ProjectPath,
    query: NoQuery,
    files: ['application/zip'],
    responses: { 200: 'file', 404: Problem, 409: Problem, 413: Problem },
  },
  addChecklist: {
    method: 'post',
    path: '/projects/{project_id}/checklists',
    permission: 'write',
    summary: 'Add a checklist, from a template or of its own; or those of all steps of a set that are not there yet',
    params: ProjectPath,
    query: NoQuery,
    body: ChecklistInput,
    responses: { 201: Project, 404: Problem, 409: Problem, 422: Problem },
  },
  removeChecklist: {
    method: 'delete',
    path: '/projects/{project_id}/checklists/{checklist_id}',
    permission: 'write',
    summary: 'Take a checklist out; what was ticked stays in the log',
    params: ChecklistPath,
    query: NoQuery,
    responses: Changed,
  },
  tickItem: {
    method: 'put',
    path: '/projects/{project_id}/checklists/{checklist_id}/items/{no}',
    permission: 'write',
    summary: 'Tick an item or take the tick back; the last tick sends checklist.completed',
    params: ChecklistPath.extend({ no: z.coerce.number().int().min(1).max(MAX_ITEMS) }),
    query: NoQuery,
    body: TickInput,
    responses: Changed,
  },
  listTemplates: {
    method: 'get',
    path: '/checklist-templates',
    permission: 'read',
    summary: 'Checklists to choose from: those of the house, then the own ones',
    query: z.strictObject({ language: z.enum(LANGUAGES).default('nl') }),
    responses: { 200: z.object({ data: z.array(Template) }), 422: Problem },
  },
  createTemplate: {
    method: 'post',
    path: '/checklist-templates',
    permission: 'write',
    summary: 'Make an own template',
    query: NoQuery,
    body: TemplateInput,
    responses: { 201: Template, 422: Problem },
  },
  changeTemplate: {
    method: 'put',
    path: '/checklist-templates/{template_id}',
    permission: 'write',
    summary: 'Change an own template; lists that were made from it stay as they are',
    params: z.object({ template_id: Id }),
    query: NoQuery,
    body: TemplateInput,
    responses: { 200: Template, 404: Problem, 422: Problem },
  },
  removeTemplate: {
    method: 'delete',
    path: '/checklist-templates/{template_id}',
    permission: 'write',
    summary: 'Remove an own template',
    params: z.object({ template_id: Id }),
    query: NoQuery,
    responses: { 204: 'empty', 404: Problem },
  },
  getProjectLog: {
    method: 'get',
    path: '/projects/{project_id}/log',
    permission: 'read',
    summary: 'Who did what, and when, oldest first; every entry is chained to the one before',
    params: ProjectPath,
    query: NoQuery,
    responses: { 200: Log, 404: Problem },
  },
  getJobLog: {
    method: 'get',
    path: '/jobs/{job_id}/log',
    permission: 'read',
    summary: 'Who did what with a job, and when, oldest first',
    params: JobPath,
    query: NoQuery,
    responses: { 200: Log, 404: Problem },
  },
} as const satisfies Record<string, Route>
