/**
 * Imports that the table of rooms forbids and that are still there: from a file to others. Resolve one, and its line goes (a
 * line that is not needed fails). Do not add one for a new file: move what both need to a lower room.
 */
export const EXCEPTIONS: Record<string, readonly string[]> = {
  'server/features/jobs/dashboard-schema.ts': ['server/features/users/session-schema.ts'],
  'server/features/jobs/filing/fetch-delivery.ts': ['server/features/results/result-files.ts'],
  'server/features/jobs/filing/file-job.ts': ['server/features/results/rows/results.ts'],
  'server/features/jobs/get-job.ts': [
    'server/features/digging/rows.ts',
    'server/features/results/rows/artifacts.ts',
    'server/features/status/health.ts',
  ],
  'server/features/jobs/get-request.ts': ['server/features/results/request-export.ts'],
  'server/features/jobs/job-view.ts': [
    'server/features/digging/dig-status.ts',
    'server/features/digging/rows.ts',
    'server/features/results/rows/artifacts.ts',
    'server/features/status/health.ts',
  ],
  'server/features/jobs/quote-job.ts': ['server/features/digging/rows.ts'],
  'server/features/jobs/refuse-when-full.ts': [
    'server/features/results/company-quota.ts',
    'server/features/results/rows/result-sizes.ts',
  ],
  'server/features/jobs/retry-job.ts': ['server/features/results/rows/artifacts.ts'],
  'server/features/jobs/rows/orders.ts': ['server/features/results/rows/preliminary.ts'],
  'server/features/jobs/schema.ts': ['server/features/digging/dig-status-schema.ts'],
  'server/features/jobs/timeline.ts': ['server/features/results/rows/results.ts'],
  'server/features/jobs/views.ts': [
    'server/features/digging/dig-status-schema.ts',
    'server/features/results/show-on-map.ts',
  ],
  'server/features/results/ground/list-company-ground.ts': ['server/simulator/control-port.ts'],
  'server/imkl/model/conversion-task.ts': ['server/exports/print/print-sheets.ts', 'server/exports/result-formats.ts'],
  'server/imkl/model/found-delivery.ts': ['server/cut/quote.ts'],
  'server/platform/database/migrations/steps.ts': ['server/features/jobs/rules/next-action.ts'],
  'server/platform/database/schema.ts': [
    'server/features/digging/tables.ts',
    'server/features/jobs/tables.ts',
    'server/features/projects/tables.ts',
    'server/features/users/tables.ts',
    'server/registry/klic.ts',
    'server/registry/safety-area-list.ts',
  ],
  'server/simulator/control.ts': ['server/features/results/ground/company-ground.ts'],
}
