/** What the program in the page of a site package reads of that page. */

export type { SiteArea, SiteGroundLevel, SiteMapFacts, SiteOperator, SiteRow } from '../../exports/tiles/site-map.ts'
export { passesEast } from '../../geometry/flat.ts'
export { SEAL, SEAL_BYTES } from '../signed-zip.ts'
