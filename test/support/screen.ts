/** A screen for windows where there is none: Xvfb on a display of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

const XVFB = '/usr/bin/Xvfb'

/** Why there can be no window here, or false. */
export const noScreen: string | false =
  process.env.DISPLAY || process.platform !== 'linux' || existsSync(XVFB) ? false : `no display and no ${XVFB}`

export interface Screen {
  env: Record<string, string>
  close: () => Promise<void>
}

export const openScreen = async (): Promise<Screen> => {
  if (process.env.DISPLAY || process.platform !== 'linux') return { env: {}, close: async () => {} }
  const child: ChildProcess = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [bytes] = await once(child.stdio[3]!, 'data')
  return {
    env: { DISPLAY: `:${String(bytes).trim()}` },
    close: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
