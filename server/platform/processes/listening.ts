/** Taking a port, and giving it up in order. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

export const DEFAULT_PORT = 4780
const PORTS_TRIED = 20

/**
 * How long a connection that nothing is asked on stays open. Node's own five seconds end it just when a busy client, or a
 * proxy that keeps connections for a minute, asks again: its call is reset, and it can't know whether it was heard.
 */
const IDLE_CONNECTION_MS = 75_000

/**
 * A server of HTTP that keeps its clients' connections. Node ends those that send too slowly: headers that take longer than
 * a minute, or a call that takes longer than five.
 * @param limits others than Node's
 */
export const openServer = (answer?: RequestListener, limits: ServerOptions = {}): Server =>
  createServer({ keepAliveTimeout: IDLE_CONNECTION_MS, ...limits }, answer)

/** Every port that was tried is another program's. */
export class NoFreePort extends Error {}

/**
 * A port that was asked for must be free; otherwise the first free one from 4780 is taken.
 * @returns the port
 * @throws NoFreePort in words that say what to do
 */
export async function listen(on: Server, host: string, asked: number | undefined): Promise<number> {
  const ports = asked === undefined ? Array.from({ length: PORTS_TRIED }, (_, index) => DEFAULT_PORT + index) : [asked]
  for (const candidate of ports) {
    const taken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      on.once('error', resolve)
      on.listen(candidate, host, () => {
        on.off('error', resolve)
        resolve(null)
      })
    })
    if (!taken) return portOf(on)
    if (taken.code !== 'EADDRINUSE') throw taken
  }
  throw new NoFreePort(
    asked === undefined
      ? `No free port between ${DEFAULT_PORT} and ${DEFAULT_PORT + PORTS_TRIED - 1}: close a program that uses them, or choose one with --port.`
      : `Port ${asked} is taken, by another program or another KLIC Desktop: close that, or choose another port with --port.`,
  )
}

/** Of one that listens. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** How a program on this computer reaches a server that listens there: every address has the loopback in it. */
export const localAddress = (host: string, port: number): string => {
  const name = ['0.0.0.0', '::', '127.0.0.1', 'localhost'].includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Takes nothing new, and lets what is being answered end, for so long at most. */
export async function finishAnswers(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(timer)
}
