/**
 * How an update goes: looked for, offered, postponed, downloaded, installed when the work under way has ended its step,
 * and undone when the new version does not start. Every failure becomes a state that the window shows, with its reason.
 * Electron-free; who fetches and installs is handed in (electron/updater.ts).
 */
import type { Memory, UpdateMemory } from './memory.ts'
import type { UpdateState, WhyNoUpdates } from './preload.ts'

export const LOOK_EVERY_MS = 6 * 60 * 60_000
export const POSTPONED_MS = 7 * 24 * 60 * 60_000
/** A signed list never ends: one who holds the update server can go on offering an old one. After this age the window says so. */
const OLD_LIST_MS = 60 * 24 * 60 * 60_000

/** An installation as it lies on the disk. */
export interface Installation {
  platform: NodeJS.Platform
  /** A release has the address of its updates and the key that signs them inside. */
  hasAddress: boolean
  /** The portable program of Windows names its own folder in the environment. */
  isPortable: boolean
  /** NSIS lays its uninstaller beside the program, an MSI does not. */
  hasUninstaller: boolean
}

/**
 * Why an installation is not updated by us; null when it is. Windows' updates are NSIS installers for one account: run over an
 * MSI for all accounts, or by the portable program, they would leave a second installation beside the first.
 */
export const whyNoUpdates = (here: Installation): WhyNoUpdates | null => {
  if (here.isPortable) return 'portable'
  if (here.platform === 'win32' && !here.hasUninstaller) return 'managed'
  return here.hasAddress ? null : 'no-address'
}

/** What does the fetching: electron-updater behind a few words. */
export interface Updater {
  /** Why there are no updates here; null when there are. */
  unavailable: () => WhyNoUpdates | null
  /** What the signed list of the channel names: its date, and its version if it is another than ours */
  look: (channel: 'latest' | 'beta') => Promise<{ version: string | null; listedAt: string | null }>
  /** Verified against the checksum in the signed list. @returns the installer's path */
  download: (onPercent: (percent: number) => void) => Promise<string>
  /** Starts the installer; the program ends after this. @throws Error when it can't */
  install: () => void
}

export interface UpdateNeeds {
  updater: Updater
  version: string
  nowMs: () => number
  memory: () => UpdateMemory
  remember: (change: UpdateMemory) => void
  channel: () => Memory['preferences']['channel']
  /** Lets the work under way end its step, and stops the server. */
  finishWork: () => Promise<void>
  /** Puts aside what the new version may change, so that the old one can go on with it. */
  keepBackup: () => Promise<void>
  /** Keeps an installer for undoing a later update. @returns where */
  keepInstaller: (file: string, version: string) => Promise<string>
  onChange: () => void
  log: (text: string) => void
}

export interface Updates {
  state: () => UpdateState
  /** @param asked by a person, so that what was postponed is offered again */
  look: (asked?: 'asked') => Promise<UpdateState>
  download: () => Promise<UpdateState>
  postpone: () => UpdateState
  install: () => Promise<UpdateState>
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

export const createUpdates = (needs: UpdateNeeds): Updates => {
  const { updater, memory, remember } = needs
  const why = updater.unavailable()
  let installer: string | undefined
  let state: UpdateState = { is: 'idle', checkedAt: memory().checkedAt ?? null }
  if (why !== null) state = { is: 'unavailable', why }
  const rolledBack = memory().rolledBack
  if (rolledBack) state = { is: 'rolled-back', version: rolledBack }

  const become = (next: UpdateState): UpdateState => {
    state = next
    if (next.is === 'failed') needs.log(`update: ${next.why}`)
    needs.onChange()
    return next
  }
  const attempt = async (act: () => Promise<UpdateState>): Promise<UpdateState> => {
    try {
      return await act()
    } catch (error) {
      return become({ is: 'failed', why: reason(error) })
    }
  }
  const isBusy = (): boolean => ['checking', 'downloading', 'downloaded', 'installing'].includes(state.is)

  const offer = (version: string, isAsked: boolean): UpdateState => {
    const { refused, postponedUntil } = memory()
    if (version === refused && !isAsked) return become({ is: 'rolled-back', version })
    if (!isAsked && postponedUntil && Date.parse(postponedUntil) > needs.nowMs()) {
      return become({ is: 'postponed', version, until: postponedUntil })
    }
    return become({ is: 'offered', version })
  }

  return {
    state: () => state,
    look: async (asked) => {
      if (why !== null || isBusy()) return state
      become({ is: 'checking' })
      return attempt(async () => {
        const { version, listedAt } = await updater.look(needs.channel())
        const checkedAt = new Date(needs.nowMs()).toISOString()
        const { rolledBack: _told, ...rest } = memory()
        remember({ ...rest, checkedAt })
        if (version !== null) return offer(version, asked === 'asked')
        const isOld = listedAt !== null && needs.nowMs() - Date.parse(listedAt) > OLD_LIST_MS
        return become({ is: 'idle', checkedAt, ...(isOld && { oldSince: listedAt }) })
      })
    },
    download: async () => {
      if (state.is !== 'offered' && state.is !== 'postponed') return state
      const { version } = state
      become({ is: 'downloading', version, percent: 0 })
      return attempt(async () => {
        installer = await updater.download((percent) =>
          become({ is: 'downloading', version, percent: Math.round(percent) }),
        )
        return become({ is: 'downloaded', version })
      })
    },
    postpone: () => {
      if (!('version' in state) || state.is === 'installing' || state.is === 'rolled-back') return state
      const until = new Date(needs.nowMs() + POSTPONED_MS).toISOString()
      remember({ ...memory(), postponedUntil: until })
      return become({ is: 'postponed', version: state.version, until })
    },
    install: async () => {
      if (state.is !== 'downloaded' || installer === undefined) return state
      const { version } = state
      const file = installer
      become({ is: 'installing', version })
      return attempt(async () => {
        await needs.finishWork()
        await needs.keepBackup()
        const kept = await needs.keepInstaller(file, version)
        // On the disk before the installer runs: what starts next knows that it is on trial.
        remember({ ...memory(), trial: { from: needs.version, to: version, starts: 0 }, next: { version, file: kept } })
        updater.install()
        return state
      })
    },
  }
}

/** What a start means for an update that is on trial. */
export type Trial =
  | { is: 'none' }
  /** The new version, not proved yet. */
  | { is: 'on-trial'; from: string; to: string }
  /** The installer did not do its work: the old version runs. */
  | { is: 'not-installed'; to: string }

const TRIAL_STARTS = 2

/** Counts this start. To be called before the server is started. */
export const beginTrial = (version: string, memory: UpdateMemory, remember: (change: UpdateMemory) => void): Trial => {
  const { trial, next: _next, ...rest } = memory
  if (!trial) return { is: 'none' }
  if (version !== trial.to) {
    remember({ ...rest })
    return { is: 'not-installed', to: trial.to }
  }
  remember({ ...memory, trial: { ...trial, starts: trial.starts + 1 } })
  return { is: 'on-trial', from: trial.from, to: trial.to }
}

/** The new version is ready: its installer is the one to go back to from now on. */
export const endTrial = (memory: UpdateMemory, remember: (change: UpdateMemory) => void): void => {
  const { trial, next, ...rest } = memory
  if (trial) remember({ ...rest, ...(next ? { installer: next } : {}) })
}

/** After a start that failed: has the new version had its chances? */
export const isToBeUndone = ({ trial }: UpdateMemory): boolean => trial !== undefined && trial.starts >= TRIAL_STARTS

/** What is remembered once the old version is back: the new one is not offered again unasked. */
export const undone = (memory: UpdateMemory): UpdateMemory => {
  const { trial, next: _next, ...rest } = memory
  return trial ? { ...rest, refused: trial.to, rolledBack: trial.to } : rest
}
