// @ts-check
/**
 * The window in the browser, where Electron can't run: starts and watches the server exactly as the shell does, opens
 * the address, and stops everything in order at Ctrl-C. Runs on the Node that the set-up chose.
 */
import { spawn } from 'node:child_process'
import os from 'node:os'
import process from 'node:process'
import { serverCommand } from '../electron/places.ts'
import { superviseServer, windowUrl } from '../electron/supervise.ts'
import { describeFailure } from '../electron/texts.ts'
import { inRoot } from './setup/places.mjs'
import { say } from './setup/say.mjs'
import { which } from './setup/system.mjs'
import { signInFile } from './sign-in-file.mjs'

/**
 * @param {{ platform: string, env: NodeJS.ProcessEnv }} here
 * @returns {{ command: string, args: string[] } | undefined} undefined where nobody could see it
 */
const opener = ({ platform, env }) => {
  if (env.KLIC_NO_BROWSER) return undefined
  if (platform === 'darwin') return { command: 'open', args: [] }
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] }
  return (env.DISPLAY || env.WAYLAND_DISPLAY) && which('xdg-open') ? { command: 'xdg-open', args: [] } : undefined
}

/** @type {ReturnType<typeof signInFile> | undefined} */
let handedOver

/** @param {string} url */
const open = (url) => {
  const how = opener({ platform: process.platform, env: process.env })
  if (!how) return false
  handedOver = signInFile(url)
  const child = spawn(how.command, [...how.args, handedOver.path], { stdio: 'ignore', detached: true })
  child.on('error', () => say(`no browser could be started; open ${url}`))
  child.unref()
  return true
}

const around = { env: process.env, platform: process.platform, home: os.homedir(), args: process.argv.slice(2) }
const command = serverCommand(process.execPath, inRoot('dist', 'server', 'start.js'), around)
let isOpen = false
const server = superviseServer(command, {
  onReady: (ready) => {
    if (isOpen) {
      say('the server was started again; reload the page')
      return
    }
    isOpen = true
    const url = windowUrl(ready)
    if (open(url)) {
      say(`the window opens in the browser (${ready.baseUrl}); Ctrl-C stops everything`)
      // Browsers in a box of their own (snap, flatpak) read no files of others.
      say(`if the browser says that it can not read a file, open ${url}`)
    } else say(`open ${url} in a browser (it signs in once); Ctrl-C stops everything`)
  },
  onFailure: (failure) => {
    say(describeFailure(failure, 'en'))
    process.exitCode = 1
    handedOver?.remove()
    clearInterval(keepRunning)
  },
})
// The pipes of a server that is being restarted do not keep this process alive; this does.
const keepRunning = setInterval(() => {}, 60_000)

let isStopping = false
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of signals) {
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    handedOver?.remove()
    await server.stop()
    process.exit(0)
  })
}
