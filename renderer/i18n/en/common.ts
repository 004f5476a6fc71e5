/** Words of every page. */
export const common = {
  app: 'KLIC Desktop',
  simulator: 'Simulator: not for use in the field',
  registryTest: 'Kadaster test environment: not for use in the field',
  testData: 'Test data: not for use in the field',
  comesFrom: { imported: 'From a file', ordered: 'From Kadaster' },
  newGoTo: {
    simulator: 'new notifications go to the simulator',
    eto: 'new notifications go to the test environment',
  },
  whichRegistry: 'Where it is submitted',
  loading: 'One moment…',
  close: 'Close',
  cancel: 'Cancel',
  retryNow: 'Try again',
  details: 'Show details',
  menu: 'Jobs',
  calendar: { open: 'Open the calendar', previous: 'Previous month', next: 'Next month' },
  offline: 'No connection to the server. Retrying automatically.',
  preferences: { language: 'Language', dark: 'Dark', light: 'Light' },
  problem: {
    GEOMETRY_INVALID: 'This outline cannot be used: it crosses or touches itself, or is not closed.',
    GEOMETRY_OUTSIDE_NETHERLANDS: 'This area lies outside the Netherlands.',
    GEOMETRY_TOO_LARGE: 'This area is too large for one job. Make it smaller or split it.',
    CRS_INVALID: 'The numbers are neither RD nor WGS84.',
    CRS_MISMATCH: 'The numbers do not fit the stated coordinate system.',
    BILLING_REQUIRED:
      'Billing has not been set up yet. Nothing was filed. Ask an administrator to set it up: Settings, Billing.',
    SPENDING_LIMIT:
      'This would exceed the daily limit. Nothing was filed. Wait until tomorrow, or raise the limit in the settings.',
    START_DATE_REQUIRED: 'Enter the start date of digging.',
    ADDRESS_OUTSIDE_POLYGON: 'The address lies outside the area.',
    VALIDATION_FAILED: 'Something is missing or incorrect.',
    TOOK_TOO_LONG:
      'This took longer than 5 minutes and was stopped: it is too much at once. Print a smaller part, or split the area into several jobs.',
    CLIENT_REF_CONFLICT: 'Something else was requested under this reference before. Nothing was filed.',
    QUOTE_CHANGED:
      'The quote has changed or costs more now. Nothing was filed: look at the new price, and submit again if you agree.',
    OPEN_QUOTES_LIMIT:
      'The maximum number of open quotes has been reached. Submit a few, or wait until old ones expire.',
    JOB_STATE_CONFLICT: 'The job has moved on in the meantime. Check its status again.',
    NOT_READY: 'This is not ready yet.',
    EXPORT_FAILED: 'The file could not be made.',
    NOT_FOUND: 'This does not exist (any more).',
    ACCESS_REMAINS: 'Access made with it still works.',
    USER_CONFLICT: 'This is not possible with this user.',
    SESSION_REQUIRED: 'The session has ended. Sign in again.',
    RATE_LIMITED: 'Too many requests in a short time. Wait a minute.',
    PAYLOAD_TOO_LARGE: 'This is too large to send.',
    OFFLINE:
      'The server does not answer; it is not known whether this arrived. Try again: nothing is filed or paid twice.',
    UNAVAILABLE: 'The server is not ready. Try again in a moment.',
    PERMISSION_DENIED: 'You are not allowed to do this: ask an owner or administrator, or whoever runs this server.',
    KEY_ENVIRONMENT:
      'This key is for another Kadaster environment, or for the simulator. Nothing was filed. Create a new key.',
    API_KEY_INVALID: 'The session has ended. Open the window again.',
    other: 'Something went wrong. Try again.',
  },
  reportNumber: (id: string) => `Report number ${id}`,
}
