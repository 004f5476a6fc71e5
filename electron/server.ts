/** Which server this application starts, on which port, and what the person is asked or told when it can't be. */
import os from 'node:os'
import path from 'node:path'
import { app, dialog, safeStorage, session } from 'electron'
import { secretsKey } from './keychain.ts'
import { type MemoryFile, openMemory } from './memory.ts'
import { ASK_PROXY_FOR, networkEnvironment } from './network.ts'
import { askedPort, dataFolder, type Surroundings, serverCommand } from './places.ts'
import { holderOf, isFree, nextFree } from './port.ts'
import { bringBack, restoreBackup } from './rollback.ts'
import type { ServerCommand, Trouble } from './supervise.ts'
import { isToBeUndone, undone } from './updates.ts'
import { describeTrouble, type Language, type Words, wordsIn } from './words.ts'

const surroundings = (): Surroundings => ({
  env: process.env,
  platform: process.platform,
  home: os.homedir(),
  args: process.argv.slice(1),
})

const START = ['dist', 'server', 'start.js']

/** In a package the server and its Node lie beside the application; in a checkout the start script names the Node. */
const nodeAndScript = (): [node: string, script: string] => {
  if (!app.isPackaged) {
    return [process.env.KLIC_NODE ?? 'node', path.join(app.getAppPath(), ...START)]
  }
  const inPackage = (...parts: string[]) => path.join(process.resourcesPath, 'klic', ...parts)
  return [inPackage('node', process.platform === 'win32' ? 'node.exe' : 'node'), inPackage(...START)]
}

export const ourData = (): { data: string; memory: MemoryFile } => {
  const data = dataFolder(surroundings())
  return { data, memory: openMemory(data) }
}

/** Needs the app to be ready: proxy and keychain are asked. */
export const ourServer = async (data: string, port: number): Promise<ServerCommand> => {
  const proxy = await session.defaultSession.resolveProxy(ASK_PROXY_FOR)
  const key = secretsKey(safeStorage, data)
  const env = { ...networkEnvironment(proxy, process.env), ...(key ? { KLIC_SECRETS_KEY: key } : {}) }
  return serverCommand(...nodeAndScript(), surroundings(), { port, env })
}

/**
 * The port that other programs know; when it is taken, the person decides.
 * @returns undefined when the person would rather stop
 */
export const agreePort = async (memory: MemoryFile, words: Words): Promise<number | undefined> => {
  const wanted = askedPort(surroundings()) ?? memory.now.preferences.port
  // 0 asks the system for any.
  if (wanted === 0) return 0
  for (;;) {
    if (await isFree(wanted)) return wanted
    const other = await nextFree(wanted)
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: words.portTitle,
      message: words.portTitle,
      detail: `${words.portTaken(wanted, await holderOf(wanted))}\n\n${words.portOnce(other)}`,
      buttons: [words.portAgain, words.portUse(other), words.quit],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    })
    if (response === 1) return other
    if (response !== 0) return undefined
  }
}

/** Tells what broke, and undoes an update that has had its chances. Ends the program. */
export const giveUp = async (trouble: Trouble, data: string, memory: MemoryFile, language: Language): Promise<void> => {
  const words = wordsIn(language)
  const { update } = memory.now
  if (trouble.kind === 'did-not-start' && update.trial && isToBeUndone(update)) {
    const { to } = update.trial
    await restoreBackup(data)
    memory.change({ update: undone(update) })
    const isBack = await bringBack(update.installer?.file, {
      platform: process.platform,
      appImage: process.env.APPIMAGE,
    })
    dialog.showErrorBox(words.undoneTitle, `${isBack ? words.undone(to) : words.notUndone(to)}\n${trouble.logFile}`)
  } else {
    dialog.showErrorBox(words.troubleTitle, describeTrouble(trouble, language))
  }
  app.exit(1)
}
