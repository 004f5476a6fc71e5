/** Draws the rooms in docs/architecture.md anew: npm run generate. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withPicture } from '../test/shape/picture.ts'
import { readSources } from '../test/shape/sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = new URL('../docs/architecture.md', import.meta.url)
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), readSources(root, ['server', 'electron', 'renderer'])))
