/** Brings the checked-in document up to date: npm run generate. */
import { writeFileSync } from 'node:fs'
import { openapiDocument } from '../server/api/openapi.ts'

writeFileSync(new URL('../server/api/openapi.json', import.meta.url), `${JSON.stringify(openapiDocument(), null, 2)}\n`)
