/** Projects, below /dashboard/api. */

import { mediaTypeOfUpload } from '../../platform/http/upload.ts'
import { toBody } from '../../platform/http/wire.ts'
import { goneWhenSent } from '../http/send-files.ts'
import type { Handlers } from '../http/serve.ts'
import * as views from '../jobs/views.ts'
import type { ApiServices } from '../services.ts'
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
import { dossierZip } from './dossier.ts'
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

const projectShown = ({ project, jobs, checklists, documents, results }: ProjectView, needs: ApiServices): Project => ({
  ...factsShown(project),
  jobs: jobs.map((job) => views.jobBrief(job, needs.baseUrl())),
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
  listProjects: async ({ needs, caller }) => {
    const data = (await listProjects(needs.store, caller)).map(({ project, jobIds, items, itemsDone }) => ({
      ...toBody(ListedProject, project),
      project_id: project.id,
      job_ids: [...jobIds],
      items,
      items_done: itemsDone,
    }))
    return { status: 200, body: { data } }
  },

  createProject: async ({ needs, caller, body }) => ({
    status: 201,
    body: projectShown(await createProject(needs, caller, body), needs),
  }),

  getProject: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await getProject(needs, caller, params.project_id), needs),
  }),

  getProjectMap: async ({ needs, caller, params }) => {
    const data = (await projectMap(needs, caller, params.project_id)).map(
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

  changeProject: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: projectShown(await changeProject(needs, caller, params.project_id, body), needs),
  }),

  closeProject: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: projectShown(await closeProject(needs, caller, params.project_id, body.outcome), needs),
  }),

  reopenProject: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await reopenProject(needs, caller, params.project_id), needs),
  }),

  addJobToProject: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await addJob(needs, caller, params.project_id, params.job_id), needs),
  }),

  removeJobFromProject: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await removeJob(needs, caller, params.project_id, params.job_id), needs),
  }),

  addDocument: async ({ needs, caller, params, query, req }) => {
    const given = { name: query.name, mediaType: mediaTypeOfUpload(req), bytes: req }
    return { status: 201, body: projectShown(await addDocument(needs, caller, params.project_id, given), needs) }
  },

  getDocument: async ({ needs, caller, params }) => ({
    status: 200,
    document: await documentFile(needs, caller, params.project_id, params.document_id),
  }),

  removeDocument: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await dropDocument(needs, caller, params.project_id, params.document_id), needs),
  }),

  getDossier: async ({ needs, caller, params }) => ({
    status: 200,
    stream: { ...(await dossierZip(needs, caller, params.project_id)), mediaType: 'application/zip' },
  }),

  getProjectSitePackage: async ({ needs, caller, params, query }) => {
    const asked = { language: query.language, people: query.people === 'true' }
    const { path, name } = await projectSite(needs, caller, params.project_id, asked)
    return { status: 200, stream: { ...(await goneWhenSent(path)), mediaType: 'application/zip', name } }
  },

  getProjectSite: async ({ needs, caller, params }) => {
    const site = await newestSite(needs.store, caller, await getProject(needs, caller, params.project_id))
    return { status: 200, body: { data: site && { made_at: site.at, is_superseded: site.isSuperseded } } }
  },

  addChecklist: async ({ needs, caller, params, body }) => {
    const { project_id: id } = params
    if ('template_set' in body) {
      return { status: 201, body: projectShown(await addCrowSteps(needs, caller, id, body.language), needs) }
    }
    const asked: ChecklistRequest =
      'template_id' in body ? { templateId: body.template_id, language: body.language } : body
    return { status: 201, body: projectShown(await addChecklist(needs, caller, id, asked), needs) }
  },

  removeChecklist: async ({ needs, caller, params }) => ({
    status: 200,
    body: projectShown(await removeChecklist(needs, caller, params.project_id, params.checklist_id), needs),
  }),

  tickItem: async ({ needs, caller, params, body }) => {
    const at = { projectId: params.project_id, checklistId: params.checklist_id, no: params.no }
    return { status: 200, body: checklistShown(await tickItem(needs, caller, at, body)) }
  },

  listTemplates: async ({ needs, caller, query }) => ({
    status: 200,
    body: { data: (await listTemplates(needs.store, caller, query.language)).map(templateShown) },
  }),

  createTemplate: async ({ needs, caller, body }) => ({
    status: 201,
    body: templateShown(await saveTemplate(needs, caller, null, body)),
  }),

  changeTemplate: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: templateShown(await saveTemplate(needs, caller, params.template_id, body)),
  }),

  removeTemplate: async ({ needs, caller, params }) => {
    await removeTemplate(needs.store, caller, params.template_id)
    return { status: 204 }
  },

  getProjectLog: async ({ needs, caller, params }) => ({
    status: 200,
    body: logShown(await projectLog(needs, caller, params.project_id)),
  }),

  getJobLog: async ({ needs, caller, params, req }) => ({
    status: 200,
    // A job that was joined with another has a log of its own.
    body: logShown(await jobLog(needs, caller, params.job_id, { own: String(req.params.job_id) })),
  }),
}
