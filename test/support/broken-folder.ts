/** Calls of the file system for a folder and what is below it that fail with a code, never end, or answer something else. */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { TestContext } from 'node:test'

const CALLS = ['access', 'mkdir', 'open', 'readdir', 'rename', 'rm', 'stat', 'statfs'] as const
type Call = (typeof CALLS)[number]

async function broken(how: unknown): Promise<unknown> {
  if (typeof how !== 'string') return how
  if (how === 'hangs') return new Promise(() => {})
  throw Object.assign(new Error(`${how}: a call of the file system failed`), { code: how })
}

/** @param how a code of the system, `hangs`, or an answer @param only those of the calls; default: all */
export function breakFolder(t: TestContext, folder: string, how: unknown, only: readonly Call[] = CALLS) {
  let calls = 0
  const mocks = only.map((name) => {
    const real = fs[name] as (...args: unknown[]) => Promise<unknown>
    const call = (...args: unknown[]): Promise<unknown> => {
      if (!String(args[0]).startsWith(folder)) return real(...args)
      calls++
      return broken(how)
    }
    return t.mock.method(fs, name, call as never)
  })
  syncBuiltinESMExports()
  const end = (): void => {
    for (const { mock } of mocks) mock.restore()
    syncBuiltinESMExports()
  }
  t.after(end)
  return { end, calls: () => calls }
}
