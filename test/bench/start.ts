/**
 * npm run bench -- start: how long the server takes to be ready, and to end, and the shell to a window that can be used, as
 * ratios to starting a bare Node. The window is Electron's where it can run here, else a Chromium on the shell's double.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noBrowser } from '../support/browser.ts'
import { median } from '../support/median.ts'
import { RealServer } from '../support/real-server.ts'
import { noScreen, openScreen } from '../support/screen.ts'
import { buildServer, buildShell, root } from '../support/shell-driver.ts'
import { shellKind, startShell } from '../support/start-shell.ts'

const ROUNDS = 5

async function timed(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await act()
  return performance.now() - since
}

// What is started when a person starts it.
buildServer()
process.env.KLIC_SERVER ??= join(root, 'dist', 'server')

const bare: number[] = []
const ready: number[] = []
const ended: number[] = []
const server = await new RealServer().open()
await server.stop()
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit')))
  ready.push(await timed(() => server.start()))
  ended.push(await timed(() => server.stop()))
}
await server.close()

/** From the double click to the list of jobs on the screen. */
async function windows(): Promise<number[]> {
  buildShell()
  const screen = await openScreen()
  const data = await mkdtemp(join(tmpdir(), 'klic-start-'))
  const usable: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const since = performance.now()
    const shell = startShell(['--data', data, '--port', '0'], screen.env)
    await shell.saw('load')
    await shell.evaluate(`new Promise((resolve) => {
      const look = () => (document.querySelector('.panel.left .new-area') ? resolve(true) : requestAnimationFrame(look))
      look()
    })`)
    usable.push(performance.now() - since)
    await shell.quit()
  }
  await screen.close()
  await rm(data, { recursive: true, force: true })
  return usable
}

const line = (name: string, values: number[]): string =>
  `${name.padEnd(24)} ${median(values).toFixed(0).padStart(6)} ms  ${(median(values) / median(bare)).toFixed(1).padStart(6)} x`
const lines = [`medians of ${ROUNDS}`, line('bare Node, start to end', bare), line('server to ready', ready)]
lines.push(line('server to its end', ended))
const why = noBrowser || noScreen
lines.push(why ? `no window here: ${why}` : `${line('shell to usable window', await windows())}  (${shellKind})`)
process.stdout.write(`${lines.join('\n')}\n`)
