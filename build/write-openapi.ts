/** Brings the checked-in document up to date: npm run generate. */
import { writeFileSync } from 'node:fs'
import { openapiDocument } from '../server/contract/openapi.ts'

writeFileSync(
  new URL('../server/contract/openapi.json', import.meta.url),
  `${JSON.stringify(openapiDocument(), null, 2)}\n`,
)
