/** `node build/write-openapi.ts` brings the checked-in document up to date; a test fails when it is stale. */
import { writeFileSync } from 'node:fs'
import { openapiDocument } from '../server/contract/openapi.ts'

writeFileSync(new URL('../server/contract/openapi.json', import.meta.url), `${JSON.stringify(openapiDocument(), null, 2)}\n`)
