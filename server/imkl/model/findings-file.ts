/** What a file of findings from the site may hold (features/trenches/schema.ts). */

export const FINDINGS_FORMAT = 'klic-findings-1'

/** Metres: from where the line was delivered, and below ground. */
export const FINDING_BOUNDS = { offset: [-100, 100], depth: [-5, 50] } as const
export const MAX_FILE_FINDINGS = 500
/** Of a file that a user hands in. */
export const MAX_FINDINGS_BYTES = 64 * 1024 ** 2
/** Of one request by a link. */
export const MAX_LINK_FINDINGS_BYTES = 4 * 1024 ** 2
/** Of one photo, decoded. */
export const MAX_FINDING_PHOTO_BYTES = 2 * 1024 ** 2
/** Longest edge to which the page draws a photo. */
export const FINDING_PHOTO_PX = 1600
/** Proposals of one job that wait for a user. */
export const MAX_PROPOSALS = 500
