/** Deliveries that are opened from files. */
import { importDeliveries } from '../actions/imports/import-deliveries.ts'
import { refusedInFolder } from '../actions/imports/watch-folder.ts'
import { type IMPORT_ROUTES, Imported, RefusedInFolder, SEVERAL_FILES } from '../contract/imports.ts'
import type { Handlers } from './serve.ts'
import * as views from './views.ts'
import { shown } from './wire.ts'

const OpenedFile = Imported.shape.files.element

export const imports: Handlers<typeof IMPORT_ROUTES> = {
  importDeliveries: async ({ needs, caller, query, req }) => {
    const isSeveral = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === SEVERAL_FILES
    const name = isSeveral ? undefined : (query.name ?? 'delivery')
    const { job, files, isNew } = await importDeliveries(needs, caller, req, name)
    const body = { job: views.job(job, needs.baseUrl()), files: files.map((file) => shown(OpenedFile, file)) }
    return { status: isNew ? 201 : 200, body }
  },

  getRefusedInFolder: async ({ needs, caller }) => ({
    status: 200,
    body: shown(RefusedInFolder, { files: await refusedInFolder(needs, caller) }),
  }),
}
