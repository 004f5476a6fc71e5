/** Projects, below /dashboard/api. */

import { mediaTypeOfUpload } from '../../platform/http/upload.ts'
import { toBody } from '../../platform/http/wire.ts'
import { goneWhenSent } from '../http/send-files.ts'
import type { Handlers } from '../http/serve.ts'
import { writeList } from '../http/write-list.ts'
import * as views from '../jobs/views.ts'
import type { ApiServices, Caller } from '../services.ts'
import {
  addChecklist,
  addCrowSteps,
  type ChecklistRequest,
  listTemplates,
  removeChecklist,
  removeTemplate,
  saveTemplate,
  type Template,
  tickItem,
} from './checklists.ts'
import { jobDossier, projectDossier } from './dossier.ts'
import { addDocument, documentFile, dropDocument } from './project-documents.ts'
import type { PROJECT_ROUTES } from './project-routes.ts'
import { newestSite, projectSite } from './project-site.ts'
import {
  addJob,
  type Checklist as ChecklistRow,
  changeProject,
  closeProject,
  createProject,
  getProject,
  listProjects,
  type ProjectRow,
  type ProjectView,
  projectMap,
  removeJob,
  reopenProject,
} from './projects.ts'
import { jobLog, type LogView, projectLog } from './read-log.ts'
import {
  Checklist,
  ListedProject,
  type Log,
  type Project,
  ProjectDocument,
  ProjectFacts,
  ProjectResult,
} from './schema.ts'

const factsShown = (project: ProjectRow) => ({ ...toBody(ProjectFacts, project), project_id: project.id })

const checklistShown = (checklist: ChecklistRow): Checklist => ({
  ...toBody(Checklist, checklist),
  checklist_id: checklist.id,
})

const projectShown = async (
  { project, jobs, checklists, documents, results }: ProjectView,
  services: ApiServices,
  caller: Caller,
): Promise<Project> => ({
  ...factsShown(project),
  jobs: await writeList(jobs, (job) => views.jobBrief(job, services.baseUrl()), caller),
  checklists: checklists.map(checklistShown),
  documents: documents.map((document) => ({ ...toBody(ProjectDocument, document), document_id: document.id })),
  results: results.map((result) => toBody(ProjectResult, result)),
})

const templateShown = ({ id, name, items, builtIn }: Template) => ({ template_id: id, name, items, built_in: builtIn })

const logShown = ({ entries, leftOut, brokenAt }: LogView): Log => ({
  data: entries.map(({ no, at, actor, act, data, hash }) => ({ no, at, actor, act, data: JSON.parse(data), hash })),
  left_out: leftOut,
  broken_at: brokenAt ?? null,
})

export const projects: Handlers<typeof PROJECT_ROUTES> = {
  listProjects: async ({ services, caller }) => {
    const data = (await listProjects(services.store, caller)).map(({ project, jobIds, items, itemsDone }) => ({
      ...toBody(ListedProject, project),
      project_id: project.id,
      job_ids: [...jobIds],
      items,
      items_done: itemsDone,
    }))
    return { status: 200, body: { data } }
  },

  createProject: async ({ services, caller, body }) => ({
    status: 201,
    body: await projectShown(await createProject(services, caller, body), services, caller),
  }),

  getProject: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(await getProject(services, caller, params.project_id), services, caller),
  }),

  getProjectMap: async ({ services, caller, params }) => {
    const data = (await projectMap(services, caller, params.project_id)).map(
      ({ jobId, reference, status, reason, dig, outlines }) => ({
        job_id: jobId,
        reference,
        status,
        next_action_reason: reason,
        dig_answer: dig,
        outlines_lnglat: outlines.map(views.shape),
      }),
    )
    return { status: 200, body: { data } }
  },

  changeProject: async ({ services, caller, params, body }) => ({
    status: 200,
    body: await projectShown(await changeProject(services, caller, params.project_id, body), services, caller),
  }),

  closeProject: async ({ services, caller, params, body }) => ({
    status: 200,
    body: await projectShown(await closeProject(services, caller, params.project_id, body.outcome), services, caller),
  }),

  reopenProject: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(await reopenProject(services, caller, params.project_id), services, caller),
  }),

  addJobToProject: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(await addJob(services, caller, params.project_id, params.job_id), services, caller),
  }),

  removeJobFromProject: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(await removeJob(services, caller, params.project_id, params.job_id), services, caller),
  }),

  addDocument: async ({ services, caller, params, query, req }) => {
    const given = { name: query.name, mediaType: mediaTypeOfUpload(req), bytes: req }
    return {
      status: 201,
      body: await projectShown(await addDocument(services, caller, params.project_id, given), services, caller),
    }
  },

  getDocument: async ({ services, caller, params }) => ({
    status: 200,
    document: await documentFile(services, caller, params.project_id, params.document_id),
  }),

  removeDocument: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(
      await dropDocument(services, caller, params.project_id, params.document_id),
      services,
      caller,
    ),
  }),

  getDossier: async ({ services, caller, params, query }) => {
    return { status: 200, stream: await projectDossier(services, caller, params.project_id, query.people === 'true') }
  },

  getJobDossier: async ({ services, caller, params, query }) => {
    return { status: 200, stream: await jobDossier(services, caller, params.job_id, query.people === 'true') }
  },

  getProjectSitePackage: async ({ services, caller, params, query }) => {
    const asked = { language: query.language, people: query.people === 'true' }
    const { path, name } = await projectSite(services, caller, params.project_id, asked)
    return { status: 200, stream: { ...(await goneWhenSent(path)), mediaType: 'application/zip', name } }
  },

  getProjectSite: async ({ services, caller, params }) => {
    const site = await newestSite(services.store, caller, await getProject(services, caller, params.project_id))
    return { status: 200, body: { data: site && { made_at: site.at, is_superseded: site.isSuperseded } } }
  },

  addChecklist: async ({ services, caller, params, body }) => {
    const { project_id: id } = params
    if ('template_set' in body) {
      return {
        status: 201,
        body: await projectShown(await addCrowSteps(services, caller, id, body.language), services, caller),
      }
    }
    const asked: ChecklistRequest =
      'template_id' in body ? { templateId: body.template_id, language: body.language } : body
    return { status: 201, body: await projectShown(await addChecklist(services, caller, id, asked), services, caller) }
  },

  removeChecklist: async ({ services, caller, params }) => ({
    status: 200,
    body: await projectShown(
      await removeChecklist(services, caller, params.project_id, params.checklist_id),
      services,
      caller,
    ),
  }),

  tickItem: async ({ services, caller, params, body }) => {
    const at = { projectId: params.project_id, checklistId: params.checklist_id, no: params.no }
    return { status: 200, body: checklistShown(await tickItem(services, caller, at, body)) }
  },

  listTemplates: async ({ services, caller, query }) => ({
    status: 200,
    body: { data: (await listTemplates(services.store, caller, query.language)).map(templateShown) },
  }),

  createTemplate: async ({ services, caller, body }) => ({
    status: 201,
    body: templateShown(await saveTemplate(services, caller, null, body)),
  }),

  changeTemplate: async ({ services, caller, params, body }) => ({
    status: 200,
    body: templateShown(await saveTemplate(services, caller, params.template_id, body)),
  }),

  removeTemplate: async ({ services, caller, params }) => {
    await removeTemplate(services.store, caller, params.template_id)
    return { status: 204 }
  },

  getProjectLog: async ({ services, caller, params }) => ({
    status: 200,
    body: logShown(await projectLog(services, caller, params.project_id)),
  }),

  getJobLog: async ({ services, caller, params, req }) => ({
    status: 200,
    // A job that was joined with another has a log of its own.
    body: logShown(await jobLog(services, caller, params.job_id, { own: String(req.params.job_id) })),
  }),
}
