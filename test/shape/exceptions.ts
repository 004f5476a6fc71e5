/**
 * Imports that the table of rooms forbids and that are still there: from a file to others. Resolve one, and its line goes (a
 * line that is not needed fails). Do not add one for a new file: move what both need to a lower room.
 */
export const EXCEPTIONS: Record<string, readonly string[]> = {
  'server/imkl/model/conversion-task.ts': ['server/exports/print/print-sheets.ts', 'server/exports/result-formats.ts'],
  'server/imkl/model/found-delivery.ts': ['server/cut/quote.ts'],
  'server/platform/database/migrations/steps.ts': ['server/features/jobs/rules/next-action.ts'],
  'server/platform/database/schema.ts': [
    'server/features/digging/tables.ts',
    'server/features/jobs/tables.ts',
    'server/features/projects/tables.ts',
    'server/features/trenches/tables.ts',
    'server/features/users/tables.ts',
    'server/registry/klic.ts',
    'server/registry/safety-area-list.ts',
  ],
}
