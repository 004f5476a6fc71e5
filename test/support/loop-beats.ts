/**
 * Loaded into a server before it starts (--import): the longest time of the processor that its event loop worked between
 * two beats, told and begun anew at each connection to KLIC_BEATS_PORT. On a machine with other work to do it says what
 * the clock can't.
 */
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const port = Number(process.env.KLIC_BEATS_PORT)
if (isMainThread && /start\.(ts|js)$/.test(process.argv[1] ?? '')) {
  let longestMs = 0
  let before = process.threadCpuUsage()
  const beat = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 1)
  beat.unref()
  const teller = createServer((socket) => {
    socket.end(String(longestMs))
    longestMs = 0
  })
  teller.listen(port, '127.0.0.1')
  teller.unref()
}
