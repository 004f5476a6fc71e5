/** Asks a server that loop-beats.ts is loaded into. */
import { connect } from 'node:net'
import { join } from 'node:path'

/** What such a server is started with. @param port a free port of this computer */
export const beatsAt = (port: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loop-beats.ts')}`,
  KLIC_BEATS_PORT: String(port),
})

/** @returns the longest turn of its event loop since it was asked before, in ms of the processor */
export const longestTurn = (port: number): Promise<number> =>
  new Promise((resolve) => {
    let text = ''
    connect(port, '127.0.0.1')
      .on('data', (chunk) => {
        text += chunk
      })
      .on('close', () => resolve(Number(text)))
      .on('error', () => resolve(0))
  })
