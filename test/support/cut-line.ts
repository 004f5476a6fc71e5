/** A way to a TCP server that can be cut: who was on it is thrown off, who comes is refused; and mended, at the same port. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { listen } from '../../server/runtime/listening.ts'

export interface Line {
  /** The URL that it was made for, by way of the line. */
  readonly url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function lineTo(url: string): Promise<Line> {
  const there = new URL(url)
  const open = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
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
    async mend() {
      await listen(server as never, '127.0.0.1', port)
    },
  }
}
