/** A link for the site: a secret address at which a digger opens the site package of a job, until a day or until it is revoked. */

export const MAX_SITE_LINK_DAYS = 90
/** Of one job, that work at once. */
export const MAX_SITE_LINKS = 50
export const MAX_SITE_LINK_NAME = 80

/** Opened again within this time it is the same consultation: a reload does not fill the log. */
export const SAME_OPENING_MS = 3_600_000
