#!/usr/bin/env node
// @ts-check
/**
 * The one start script behind every npm script: readies this machine where something is missing, then runs the command
 * in its place, signals passed on and exit code passed back. Runs on Node 20 or newer, with built-ins only.
 * What it does and in which order: build/setup/prepare.mjs.
 */
import process from 'node:process'
import { passSignalsOn } from './setup/children.mjs'
import { CannotPrepare, say } from './setup/say.mjs'

/** @type {Record<string, () => Promise<{ run: (args: string[]) => Promise<number> }>>} */
const commands = {
  start: () => import('./commands/start.mjs'),
  klic: () => import('./commands/klic.mjs'),
  demo: async () => {
    const { run } = await import('./commands/klic.mjs')
    return { run: (args) => run(['demo', ...args]) }
  },
  test: () => import('./commands/test.mjs'),
  bench: () => import('./commands/bench.mjs'),
  fuzz: () => import('./commands/fuzz.mjs'),
  soak: () => import('./commands/soak.mjs'),
  screenshots: () => import('./commands/screenshots.mjs'),
  conformance: () => import('./commands/conformance.mjs'),
  check: () => import('./commands/check.mjs'),
  format: () => import('./commands/format.mjs'),
  generate: () => import('./commands/generate.mjs'),
  package: () => import('./commands/package.mjs'),
  setup: () => import('./commands/setup.mjs'),
}

passSignalsOn()
const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  say(`say what to run: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
try {
  const { run } = await command()
  process.exit(await run(args))
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error
  say(error.message)
  process.exit(1)
}
