/**
 * A stand-in for the server, to test who supervises it: node fake-server.ts DIARY MODE [--data DIR].
 * Writes what happens to it into the diary, and how it was started into DIARY.starts. Modes: good (keeps the rules), dies-later (exits 3 once asked by SIGUSR2),
 * dies-at-once, silent (never ready), stubborn (ignores "stop" and closed pipes), with-child (has a worker of its own).
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { createInterface } from 'node:readline'

const [diary = '', mode = 'good'] = process.argv.slice(2)
const write = (line: string) => fs.appendFileSync(diary, `${line}\n`)

write(`started ${process.pid}`)
const told = ['HTTPS_PROXY', 'NO_PROXY', 'NODE_USE_SYSTEM_CA', 'KLIC_SECRETS_KEY']
const start = { args: process.argv.slice(4), env: Object.fromEntries(told.map((name) => [name, process.env[name]])) }
fs.appendFileSync(`${diary}.starts`, `${JSON.stringify(start)}\n`)
if (mode === 'dies-at-once') {
  console.error('the database is of a newer version')
  process.exit(2)
}
if (mode === 'with-child') {
  const worker = spawn(process.execPath, ['-e', 'process.stdin.resume().on("end", () => process.exit())'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  write(`worker ${worker.pid}`)
}
/** As often as it is asked, the first job is still under way; then it is ready, and two others are. */
let looks = 0
const jobs = () => {
  const others = ['job_2', 'job_3'].map((id) => ({ job_id: id, reference: null, status: 'processing' }))
  const isReady = looks++ > 0
  const state = { status: isReady ? 'ready' : 'submitted', next_action_reason: isReady ? 'ready' : 'filed' }
  return [{ job_id: 'job_1', reference: 'Bermsloot', ...state }, ...others]
}
const page = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/dashboard/api/session') return response.setHeader('set-cookie', 'klic_session=x; Path=/').end('{}')
  if (pathname === '/dashboard/api/office')
    return response.end(JSON.stringify({ url: process.env.FAKE_OFFICE ?? null }))
  if (pathname === '/dashboard/api/jobs') return response.end(JSON.stringify({ data: jobs() }))
  if (pathname === '/dashboard/api/jobs/job_1/export') {
    return response.setHeader('content-disposition', 'attachment; filename="KLIC_1.gpkg"').end('the export')
  }
  if (pathname.endsWith('/export')) return response.writeHead(202).end('{"retry_after":1}')
  return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Fake</title><h1>Fake window</h1>')
})
if (mode === 'silent') setInterval(() => {}, 1000)
else {
  page.listen(0, '127.0.0.1', () => {
    const { port } = page.address() as { port: number }
    console.log('{"level":30,"msg":"an ordinary line"}')
    console.log(
      JSON.stringify({ ready: { base_url: `http://127.0.0.1:${port}`, window_token: `secret-${process.pid}` } }),
    )
  })
}
process.on('SIGUSR2', () => {
  console.error('out of memory, for example')
  process.exit(3)
})
// Like the server, it listens to a parent only where it was told that it has one.
if (process.env.KLIC_PARENT === 'pipe') {
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      write(`heard ${line}`)
      if (line === 'token') console.log(JSON.stringify({ token: { window_token: `again-${process.pid}` } }))
      if (['stop', 'finish'].includes(line) && mode !== 'stubborn') finish()
    })
    .on('close', () => {
      if (mode !== 'stubborn') finish()
    })
}
const finish = () => {
  write('stopped')
  process.exit(0)
}
