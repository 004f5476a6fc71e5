import { listen, openServer } from '../../server/platform/processes/listening.ts'

/** One that nobody has at the moment, on the loopback. */
export async function freePort(): Promise<number> {
  const probe = openServer()
  const found = await listen(probe, '127.0.0.1', 0)
  await new Promise((resolve) => probe.close(resolve))
  return found
}
