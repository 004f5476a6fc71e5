// @ts-check
/** The throw-away PostgreSQL of the tests, as a process of its own that ends with us. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inRoot, root } from '../setup/places.mjs'

/**
 * @param {import('../setup/prepare.mjs').Prepared} prepared
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | { missing: string }>}
 */
export const startPostgres = async ({ node, env }) => {
  const child = spawn(node, [inRoot('test', 'support', 'postgres-cluster.ts')], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const line = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => resolve(JSON.stringify({ missing: `its starter ended with ${code}` })))
  })
  /** @type {{ url: string } | { missing: string }} */
  const said = JSON.parse(line)
  if ('missing' in said) return said
  const stop = async () => {
    child.stdin.end()
    await gone
  }
  return { url: said.url, stop }
}
