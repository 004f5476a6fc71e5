/** What the program in the page of a site package reads of that page. */

export type { SiteArea, SiteGroundLevel, SiteMapFacts, SiteOperator, SiteRow } from '../../exports/tiles/site-map.ts'
export { passesEast } from '../../geometry/flat.ts'
export {
  FINDING_PHOTO_PX,
  FINDINGS_FORMAT,
  MAX_FILE_FINDINGS,
  MAX_FINDING_PHOTO_BYTES,
  MAX_FINDINGS_BYTES,
} from '../../imkl/model/findings-file.ts'
export { SEAL, SEAL_BYTES } from '../signed-zip.ts'
export type { FindingsFile, SiteFinding } from '../trenches/schema.ts'
export type { SiteTrenches } from './site-trenches.ts'
