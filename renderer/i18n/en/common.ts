/** Words of every page. */
export const common = {
  app: 'KLIC Desktop',
  simulator: 'Simulator: not for use in the field',
  registryTest: 'Test environment of the registry: not for use in the field',
  whichRegistry: 'Where it is filed',
  loading: 'One moment…',
  close: 'Close',
  cancel: 'Cancel',
  retryNow: 'Try again',
  details: 'Show details',
  menu: 'Jobs',
  calendar: { open: 'Open the calendar', previous: 'Previous month', next: 'Next month' },
  offline: 'No connection with the server. It is tried again by itself.',
  preferences: { language: 'Language', dark: 'Dark', light: 'Light' },
  problem: {
    GEOMETRY_INVALID: 'This outline cannot be used: it crosses or touches itself, or is not closed.',
    GEOMETRY_OUTSIDE_NETHERLANDS: 'This area lies outside the Netherlands.',
    GEOMETRY_TOO_LARGE: 'This area is too large for one order. Make it smaller or split it.',
    CRS_INVALID: 'The numbers are neither RD nor WGS84.',
    CRS_MISMATCH: 'The numbers do not fit the coordinate system that is stated.',
    BILLING_REQUIRED:
      'Billing has not been arranged yet. Nothing was filed. Let an administrator arrange it: Settings, Billing.',
    SPENDING_LIMIT:
      'This would pass the spending limit of the day. Nothing was filed. Wait until tomorrow, or raise the limit in the settings.',
    START_DATE_REQUIRED: 'Give the date on which the digging starts.',
    ADDRESS_OUTSIDE_POLYGON: 'The address lies outside the area.',
    VALIDATION_FAILED: 'Something is missing or not right.',
    TOOK_TOO_LONG:
      'This took longer than 5 minutes and was ended: it is too much at once. Print a smaller part, or split the area into several jobs.',
    CLIENT_REF_CONFLICT: 'Under this reference something else was asked before. Nothing was filed.',
    QUOTE_CHANGED:
      'The quote has changed or costs more now. Nothing was filed: look at the new price, and file it again if you agree.',
    OPEN_QUOTES_LIMIT:
      'There are as many quotes that were not submitted as are kept. Submit some of them, or wait until old ones have expired.',
    JOB_STATE_CONFLICT: 'The job has moved on in the meantime. Look again at its status.',
    NOT_READY: 'This is not ready yet.',
    EXPORT_FAILED: 'The file could not be made.',
    NOT_FOUND: 'This is not there (any more).',
    USER_CONFLICT: 'This is not possible with this user.',
    SESSION_REQUIRED: 'The session has ended. Sign in again.',
    RATE_LIMITED: 'Too many requests in a short time. Wait a minute.',
    PAYLOAD_TOO_LARGE: 'This is too large to send.',
    OFFLINE:
      'The server does not answer; whether this arrived is not known. Try it again: nothing is filed or paid twice.',
    UNAVAILABLE: 'The server is not ready. Try again in a moment.',
    PERMISSION_DENIED: 'You may not do this: ask an owner or administrator, or whoever runs this server.',
    KEY_ENVIRONMENT: 'This key is for another registry. Nothing was filed. Make a new key.',
    API_KEY_INVALID: 'The session has ended. Open the window again.',
    other: 'Something went wrong on our side. Try it again.',
  },
  reportNumber: (id: string) => `Report number ${id}`,
}
