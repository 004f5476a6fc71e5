/** On what the shell is tested here: real Electron where it can run, else its double. */
import { electronBinary, whyNoElectron } from '../../build/setup/electron.mjs'
import { onElectron, ShellUnderTest } from './shell-driver.ts'

const binary = electronBinary()
const why = whyNoElectron({
  binary,
  platform: process.platform,
  uid: process.getuid?.(),
  // The test brings its own screen.
  env: { DISPLAY: ':', ...process.env },
})

export const shellKind = why === undefined ? 'real Electron' : `the double of Electron, in a real Chromium (${why})`

export const startShell = (args: readonly string[], env: Record<string, string>): ShellUnderTest =>
  binary && why === undefined
    ? new ShellUnderTest(args, env, onElectron(binary))
    : new ShellUnderTest(args, { DOUBLE_WINDOW: 'chromium', ...env })
