/** What the program in the page of a site package reads of that page. */
export { passesEast } from '../domain/geometry/flat.ts'
export type { SiteArea, SiteGroundLevel, SiteMapFacts, SiteOperator, SiteRow } from '../domain/site/site-map.ts'
export { SEAL, SEAL_BYTES } from '../domain/site/site-package.ts'
