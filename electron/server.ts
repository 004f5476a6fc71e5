/** Which server this application starts, on which port, and what the person is asked or told when it can't be. */
import os from 'node:os'
import path from 'node:path'
import { app, dialog, safeStorage, session } from 'electron'
import type { Language } from '../server/texts/languages.ts'
import { type Translate, translate } from '../server/texts/texts.ts'
import { secretsKey } from './keychain.ts'
import { type MemoryFile, openMemory } from './memory.ts'
import { ASK_PROXY_FOR, networkEnvironment } from './network.ts'
import { askedPort, dataFolder, type Surroundings, serverCommand } from './places.ts'
import { holderOf, isFree, nextFree } from './port.ts'
import { bringBack, restoreBackup } from './rollback.ts'
import type { ServerCommand, ServerFailure } from './supervise.ts'
import { describeFailure } from './texts.ts'
import { isToBeUndone, undone } from './updates.ts'

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
export const agreePort = async (memory: MemoryFile, t: Translate): Promise<number | undefined> => {
  const wanted = askedPort(surroundings()) ?? memory.now.preferences.port
  // 0 asks the system for any.
  if (wanted === 0) return 0
  for (;;) {
    if (await isFree(wanted)) return wanted
    const other = await nextFree(wanted)
    const holder = await holderOf(wanted)
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: t('shell.portTitle'),
      message: t('shell.portTitle'),
      detail: `${t('shell.portTaken', { port: wanted, holder: holder ?? '', hasHolder: holder !== undefined })}\n\n${t('shell.portOnce', { port: other })}`,
      buttons: [t('shell.portAgain'), t('shell.portUse', { port: other }), t('shell.quit')],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    })
    if (response === 1) return other
    if (response !== 0) return undefined
  }
}

/** Tells what broke, and undoes an update that has had its chances. Ends the program. */
export const giveUp = async (
  failure: ServerFailure,
  data: string,
  memory: MemoryFile,
  language: Language,
): Promise<void> => {
  const t = translate(language)
  const { update } = memory.now
  if (failure.kind === 'did-not-start' && update.trial && isToBeUndone(update)) {
    const { to } = update.trial
    await restoreBackup(data)
    memory.change({ update: undone(update) })
    const isBack = await bringBack(update.installer?.file, {
      platform: process.platform,
      appImage: process.env.APPIMAGE,
    })
    dialog.showErrorBox(
      t('shell.undoneTitle'),
      `${t(isBack ? 'shell.undone' : 'shell.notUndone', { version: to })}\n${failure.logFile}`,
    )
  } else {
    dialog.showErrorBox(t('shell.troubleTitle'), describeFailure(failure, language))
  }
  app.exit(1)
}
