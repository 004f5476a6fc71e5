/** Every table of routes that the server exports, found by its name: what is not listed by hand can't be forgotten. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../server/platform/http/route.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NAMED = /^export const (?:[A-Z]+_)*ROUTES\b/m

export async function routeTables(): Promise<[name: string, routes: Record<string, Route>][]> {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) =>
    NAMED.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  const exported = await Promise.all(files.map((file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>))
  return exported
    .flatMap((each) => Object.entries(each))
    .filter((entry): entry is [string, Record<string, Route>] => /^([A-Z]+_)*ROUTES$/.test(entry[0]))
}
