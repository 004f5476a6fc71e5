/** Compiles only while the window and the shell describe the same calls: neither of them imports the other. */
import type { DesktopBridge } from '../../electron/preload.ts'
import type { Shell } from '../../renderer/shell.ts'

export const offersWhatTheWindowCalls = (bridge: DesktopBridge): Shell => bridge
export const callsWhatTheShellOffers = (shell: Shell): DesktopBridge => shell
