/**
 * A way to a TCP server that can be cut: its connections are dropped and new ones refused; and restored, at the same port.
 * Or held: it stays open, takes new connections, and nothing passes until it is let go.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { listen } from '../../server/platform/processes/listening.ts'

export interface Line {
  /** The URL that it was made for, by way of the line. */
  readonly url: string
  cut(): Promise<void>
  restore(): Promise<void>
  hold(): void
  letGo(): void
}

export async function lineTo(url: string): Promise<Line> {
  const there = new URL(url)
  const open = new Set<Socket>()
  let isHeld = false
  const kept: (() => void)[] = []
  const server: Server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      const through = new Transform({
        transform(chunk, _encoding, done) {
          if (isHeld) kept.push(() => done(null, chunk))
          else done(null, chunk)
        },
      })
      from.pipe(through).pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const port = await listen(server as never, '127.0.0.1', 0)
  server.unref()
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
    async restore() {
      await listen(server as never, '127.0.0.1', port)
    },
    hold() {
      isHeld = true
    },
    letGo() {
      isHeld = false
      for (const pass of kept.splice(0)) pass()
    },
  }
}
