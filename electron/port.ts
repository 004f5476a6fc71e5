/** Who has the port that other programs know us by. Electron-free. */
import { execFile } from 'node:child_process'
import net from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** The first free port above. */
export const nextFree = async (port: number): Promise<number> => {
  for (let candidate = port + 1; candidate < 65_536; candidate++) if (await isFree(candidate)) return candidate
  throw new Error('no port is free')
}

/** Of each system: the tool that knows, and how its answer names the program. */
const TOOLS: Partial<Record<NodeJS.Platform, { command: string; args: (port: number) => string[]; name: RegExp }>> = {
  linux: { command: 'ss', args: (port) => ['-Hltnp', `sport = :${port}`], name: /users:\(\("([^"]+)"/ },
  darwin: { command: 'lsof', args: (port) => ['-nP', '-Fc', `-iTCP:${port}`, '-sTCP:LISTEN'], name: /^c(.+)$/m },
  win32: {
    command: 'powershell.exe',
    args: (port) => [
      '-NoProfile',
      '-Command',
      `(Get-Process -Id (Get-NetTCPConnection -State Listen -LocalPort ${port}).OwningProcess[0]).ProcessName`,
    ],
    name: /^(\S.*?)\s*$/m,
  },
}

const isOurKind = async (port: number): Promise<boolean> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_000) })
    const body = (await answer.json()) as { status?: unknown; version?: unknown }
    return body.status === 'ok' && typeof body.version === 'string'
  } catch {
    return false
  }
}

/** A program's name where the system tells it; undefined where it does not. */
export const holderOf = async (
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> => {
  if (await isOurKind(port)) return 'KLIC Desktop'
  const tool = TOOLS[platform]
  if (!tool) return undefined
  try {
    const { stdout } = await run(tool.command, tool.args(port), { timeout: 5_000, windowsHide: true })
    return tool.name.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}
