// @ts-check
/** Types, lint, format and refused words: npm run check. The short lane runs the same checks next to its tests. */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { quietly } from '../setup/children.mjs'
import { inRoot, notes, root } from '../setup/places.mjs'
import { preparePackages } from '../setup/prepare.mjs'
import { say } from '../setup/say.mjs'

/** @param {string} folder */
const hasTypeScript = (folder) =>
  fs.readdirSync(inRoot(folder), { recursive: true }).some((name) => /\.tsx?$/.test(String(name)))

/** Of each check: its name, and what to give Node. */
export const checks = () => {
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc')
  /** What did not change since the last check is not checked again. @param {string} project @param {string} memory */
  const types = (project, memory) => [
    tsc,
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    path.join(notes, memory),
    // Several check what they share once each: twice the processor, and on two cores more time.
    ...['--checkers', '1'],
  ]
  const all = [
    { name: 'lint and format', args: [inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] },
    { name: 'words', args: [inRoot('build', 'commands', 'refused-words.mjs')] },
    { name: 'types of server, shell, tests', args: types('.', 'types-server') },
  ]
  if (hasTypeScript('renderer')) all.push({ name: 'types of the window', args: types('renderer', 'types-window') })
  return all
}

/**
 * Runs all checks, one after the other, also behind one that fails. Their output is printed in one piece: tests run next to them.
 * @param {import('../setup/prepare.mjs').Prepared} prepared
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export const runChecks = async ({ node, env }) => {
  const count = { passed: 0, failed: 0 }
  for (const check of checks()) {
    const { code, output } = await quietly(node, check.args, { cwd: root, env })
    if (code === 0) count.passed += 1
    else {
      count.failed += 1
      process.stderr.write(output)
    }
    say(`${check.name}: ${code === 0 ? 'good' : 'failed'}`)
  }
  return count
}

export const run = async () => ((await runChecks(await preparePackages())).failed === 0 ? 0 : 1)
