/**
 * Who may do what, as data: one row for every operation of API v1 and of the dashboard. Written down apart from the route
 * tables on purpose, so that a permission that is changed there has to be changed here as well.
 */
import type { Permission } from '../../server/platform/http/permissions.ts'
import { GARDEN } from '../support/api-world.ts'

/** An axis over the delivery of the walk. */
const TRENCH_PLAN = {
  works: {
    type: 'LineString',
    coordinates: [
      [155_000, 463_020],
      [155_040, 463_020],
    ],
  },
}

export interface PermissionRow {
  /** 'open': nobody has to be signed in. */
  readonly needs: Permission | 'open'
  /** A body with which the call makes sense; none where it takes none. */
  readonly body?: unknown
  readonly query?: string
  /** What a stranger gets from an open operation for that body; 200 where it tells anybody. */
  readonly answer?: readonly [status: number, code?: string]
}

/** By operationId. A key with this permission alone gets in, one with any other alone does not. */
export const V1: Readonly<Record<string, PermissionRow>> = {
  listRequests: { needs: 'read' },
  getRequest: { needs: 'read' },
  getRequestGeojson: { needs: 'read' },
  /** With submit: true it needs write instead, and a key that may do only that gets in for it: keys.test.ts. */
  createJob: { needs: 'read', body: { geometry: GARDEN, klic_type: 'ORIENT' } },
  listJobs: { needs: 'read' },
  getJob: { needs: 'read' },
  submitJob: { needs: 'write', body: {} },
  getJobGeojson: { needs: 'read' },
  exportJob: { needs: 'read', query: '?format=shp' },
  listEvents: { needs: 'read' },
  listSigningKeys: { needs: 'read' },
  createKey: { needs: 'admin', body: { name: 'another', permissions: ['admin'] } },
  listKeys: { needs: 'admin' },
  deleteKey: { needs: 'admin' },
}

/** The dashboard's own; it serves the rows of v1 as well. A session may what the role of its user may. */
export const DASHBOARD: Readonly<Record<string, PermissionRow>> = {
  openSession: {
    needs: 'open',
    body: { token: 'a token that was never handed out' },
    answer: [401, 'SESSION_REQUIRED'],
  },
  getSession: { needs: 'read' },
  preview: { needs: 'read', body: { geometry: GARDEN, klic_type: 'ORIENT' } },
  getJobMap: { needs: 'read' },
  listJobPins: { needs: 'read' },
  listJobsOnGround: { needs: 'read' },
  getJobSoFar: { needs: 'read' },
  getJobSummary: { needs: 'read' },
  getJobExtent: { needs: 'read', query: '?theme=water' },
  getJobObjects: { needs: 'read', query: '?refs=kabel_of_leiding.1' },
  correctJob: { needs: 'write', body: { geometry: GARDEN, klic_type: 'ORIENT' } },
  retryJob: { needs: 'write', body: {} },
  closeSession: { needs: 'read' },
  exportResult: { needs: 'read', query: '?format=dxf' },
  exportPreliminary: { needs: 'read', query: '?format=dxf' },
  getJobDifference: { needs: 'read', query: '?revision=1' },
  getDifferenceFile: { needs: 'read', query: '?revision=1&format=gpkg' },
  getOfflineMap: { needs: 'read' },
  putOfflineMapFile: { needs: 'admin' },
  getSettings: { needs: 'admin' },
  putSettings: { needs: 'admin', body: {} },
  getWebhooks: { needs: 'admin' },
  putWebhooks: { needs: 'admin', body: {} },
  rotateWebhookSecret: { needs: 'admin', body: {} },
  testWebhook: { needs: 'admin', body: {} },
  listDeliveries: { needs: 'read' },
  resendDelivery: { needs: 'write', body: {} },
  listActs: { needs: 'admin' },
  getStatement: { needs: 'admin', query: '?month=2026-03' },
  getDiagnostics: { needs: 'admin' },
  putRegistryCredentials: { needs: 'admin', body: { environment: 'eto', credentials: null } },
  getRegistryCredentials: { needs: 'admin' },
  makeRegistryKey: { needs: 'admin', body: {} },
  logInAtRegistry: { needs: 'admin', body: { environment: 'eto' } },
  listPairings: { needs: 'admin' },
  decidePairing: { needs: 'admin', body: { approve: false } },
  openInGis: { needs: 'admin', body: {} },
  testRegistry: { needs: 'admin', body: {} },
  getRegistryTest: { needs: 'admin' },
  getEntrance: { needs: 'open', answer: [200] },
  signIn: {
    needs: 'open',
    body: { email: 'nobody@graafbedrijf.example', password: 'a guess' },
    answer: [401, 'SIGN_IN_FAILED'],
  },
  lookAtInvitation: { needs: 'open', body: { token: 'a token of nobody' }, answer: [404, 'NOT_FOUND'] },
  acceptInvitation: {
    needs: 'open',
    body: { token: 'a token of nobody', name: 'Nobody', password: 'long enough for one' },
    answer: [404, 'NOT_FOUND'],
  },
  listInvitations: { needs: 'admin' },
  invite: { needs: 'admin', body: { email: 'new@graafbedrijf.example', role: 'viewer' } },
  withdrawInvitation: { needs: 'admin' },
  listUsers: { needs: 'admin' },
  listNames: { needs: 'read' },
  makeOwner: {
    needs: 'admin',
    body: { name: 'Olga', email: 'olga@graafbedrijf.example', password: 'long enough for one' },
  },
  putUser: { needs: 'admin', body: { name: 'Somebody Else' } },
  removeUser: { needs: 'admin' },
  linkToPassword: { needs: 'admin', body: {} },
  putPassword: { needs: 'read', body: { current_password: 'a guess', new_password: 'long enough for one' } },
  listSessions: { needs: 'read' },
  endSessions: { needs: 'read' },
  endSession: { needs: 'read' },
  getOffice: { needs: 'read' },
  putOffice: { needs: 'admin', body: { url: null } },
  getStatus: { needs: 'admin' },
  getJobProgress: { needs: 'read' },
  getTimeline: { needs: 'read' },
  getSimulator: { needs: 'read' },
  putSimulator: { needs: 'admin', body: {} },
  getSimulatorLedger: { needs: 'read' },
  offerAddresses: { needs: 'read', body: { geometry: GARDEN } },
  readAreas: { needs: 'read' },
  getSafetyAreas: { needs: 'read' },
  importDeliveries: { needs: 'write' },
  listProjects: { needs: 'read' },
  createProject: { needs: 'write', body: { name: 'Bermsloot' } },
  getProject: { needs: 'read' },
  getProjectMap: { needs: 'read' },
  changeProject: { needs: 'write', body: { name: 'Bermsloot 2' } },
  closeProject: { needs: 'write', body: { outcome: 'cancelled' } },
  reopenProject: { needs: 'write', body: {} },
  addJobToProject: { needs: 'write' },
  removeJobFromProject: { needs: 'write' },
  addDocument: { needs: 'write', query: '?name=sketch.txt' },
  getDocument: { needs: 'read' },
  getDossier: { needs: 'read' },
  getJobDossier: { needs: 'read' },
  removeDocument: { needs: 'write' },
  addChecklist: { needs: 'write', body: { name: 'Own', items: ['One'] } },
  removeChecklist: { needs: 'write' },
  tickItem: { needs: 'write', body: { done: true } },
  listTemplates: { needs: 'read' },
  createTemplate: { needs: 'write', body: { name: 'Own', items: ['One'] } },
  changeTemplate: { needs: 'write', body: { name: 'Own', items: ['One'] } },
  removeTemplate: { needs: 'write' },
  getProjectSitePackage: { needs: 'read' },
  getProjectSite: { needs: 'read' },
  getProjectLog: { needs: 'read' },
  getJobLog: { needs: 'read' },
  getSpendingToday: { needs: 'write' },
  listPrecautions: { needs: 'read' },
  getDigging: { needs: 'read' },
  quoteCalamity: { needs: 'write', body: { geometry: GARDEN, what: 'Gaslek' } },
  fileCalamity: { needs: 'write', body: { confirmed: true, confirm_euros: '39.95' } },
  getCalamity: { needs: 'read' },
  getCalamityPage: { needs: 'read' },
  deleteQuotes: { needs: 'write', body: { job_ids: ['job_1'] } },
  splitJob: { needs: 'write', body: { jobs: [['26G000001']] } },
  joinJobs: { needs: 'write', body: { job_ids: ['job_1'] } },
  archiveJobs: { needs: 'write', body: { job_ids: ['job_1'], archived: true } },
  getToday: { needs: 'read' },
  getPrecautionDesk: { needs: 'read' },
  getCalendar: { needs: 'read' },
  makeCalendar: { needs: 'read', body: { language: 'nl' } },
  revokeCalendar: { needs: 'read' },
  recordWork: { needs: 'write', body: { begun_on: '2026-03-06' } },
  getPrecautionLetter: { needs: 'read', query: '?operator=Gasnet' },
  addAgreement: { needs: 'write', query: '?operator=Gasnet&name=agreement.pdf' },
  getAgreement: { needs: 'read' },
  removeAgreement: { needs: 'write' },
  addPhoto: { needs: 'write', query: '?name=begin.jpg' },
  getPhoto: { needs: 'read' },
  removePhoto: { needs: 'write' },
  recordContact: { needs: 'write', body: { operator: 'Gasnet', contacted_on: '2026-03-06' } },
  recordPresence: { needs: 'write', body: {} },
  getTrenchPlan: { needs: 'read' },
  getTrenchRevisions: { needs: 'read' },
  putTrenchPlan: { needs: 'write', body: TRENCH_PLAN },
  previewTrenchPlan: { needs: 'read', body: TRENCH_PLAN },
  deleteTrenchPlan: { needs: 'write' },
  getTrenchFile: { needs: 'read', query: '?as=xlsx' },
  addFinding: { needs: 'write', body: { kind: 'unknown_line', found_on: '2026-03-06' } },
  removeFinding: { needs: 'write' },
  putFindingPhoto: { needs: 'write' },
  getFindingPhoto: { needs: 'read' },
  getWaitingFindings: { needs: 'read' },
  handInFindings: { needs: 'write' },
  acceptProposals: { needs: 'write', body: { finding_ids: ['fnd_1'] } },
  rejectProposals: { needs: 'write', body: { finding_ids: ['fnd_1'] } },
  getAttention: { needs: 'read' },
  acknowledge: { needs: 'write', body: { about: 'precaution:KL1234' } },
  listJobDocuments: { needs: 'read' },
  getJobDocument: { needs: 'read' },
  printJob: { needs: 'read', query: '?scale=500&paper=A4' },
  getSitePackage: { needs: 'read' },
  listSiteLinks: { needs: 'read' },
  makeSiteLink: { needs: 'write', body: { name: 'Jan', days: 1 } },
  revokeSiteLink: { needs: 'write' },
  listPrintSheets: { needs: 'read', query: '?scale=500&paper=A4' },
  crossSection: {
    needs: 'read',
    body: {
      line: [
        [5, 52],
        [5.01, 52],
      ],
    },
  },
  selectInArea: {
    needs: 'read',
    body: {
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [5, 52],
            [5.01, 52],
            [5, 52.01],
            [5, 52],
          ],
        ],
      },
    },
  },
}

/** For programs on this computer: pairing, and what they do with the key they get. */
export const LOCAL: Readonly<Record<string, PermissionRow>> = {
  askPairing: { needs: 'open', body: { client: 'QGIS' } },
  takePairedKey: { needs: 'open', body: { secret: 'a secret that was never handed out' } },
  getLayersFile: { needs: 'read', query: '?gpkg=KLIC.gpkg' },
  startMerge: { needs: 'write', body: { deliveries: ['here.zip'] } },
  getMerge: { needs: 'write' },
  getMergeFile: { needs: 'write' },
}

/** The secret is in the path: calendar.test.ts. */
export const SECRET_PATHS = ['/:language/:secret.ics']

/** What is served beside the route tables; none of it tells more than the program itself does. */
export const OPEN_PATHS = [
  '/v1/openapi.json',
  '/docs',
  '/live',
  '/ready',
  '/metrics',
  '/klic_desktop.zip',
  '/plugins.xml',
]

/** Below /tiles/offline, for sessions only: the map file of the computer; offline-maps.test.ts says so. */
export const OFFLINE_PATHS = ['/:z/:x/:y']

/** Below /tiles, for keys of several kinds and sessions: tiles.test.ts and ground-tiles.test.ts say who gets them. */
export const TILE_PATHS = [
  ...['/:job/:z/:x/:y', '/:job/style.json', '/:job/qgis-style.json', '/:job/tile.json'],
  ...['/:job/ground/:z/:x/:y', '/:job/ground.json', '/:job/ground-rd/:z/:x/:y', '/:job/ground-rd.json'],
]

/** Below /tiles as well: what a company was delivered; company-ground.test.ts says who gets it. */
export const GROUND_PATHS = [
  '/town/:z/:x/:y',
  '/ground/:z/:x/:y',
  '/ground.json',
  '/ground-rd/:z/:x/:y',
  '/ground-rd.json',
]
