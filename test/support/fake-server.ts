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
/** At the first look a job is under way, and two others are; then it is ready, and the list of events says so. */
let looks = 0
const job = (status: string, id = 'job_1', reference: string | null = 'Bermsloot') => ({
  job_id: id,
  reference,
  status,
  next_action_reason: status === 'ready' ? 'ready' : 'filed',
})
const jobsIn = (status: string | null) => {
  if (status === 'processing') return [job(status, 'job_2', null), job(status, 'job_3', null)]
  return status === 'submitted' && looks < 2 ? [job(status)] : []
}
const events = () => {
  looks += 1
  const told = looks === 2 ? [{ type: 'job.ready', job_id: 'job_1' }] : []
  return { data: told, next_cursor: String(looks), has_more: false }
}
const page = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/dashboard/api/session') return response.setHeader('set-cookie', 'klic_session=x; Path=/').end('{}')
  if (pathname === '/dashboard/api/office')
    return response.end(JSON.stringify({ url: process.env.FAKE_OFFICE ?? null }))
  if (pathname === '/dashboard/api/events') return response.end(JSON.stringify(events()))
  if (pathname === '/dashboard/api/jobs/job_1') return response.end(JSON.stringify(job('ready')))
  if (pathname === '/dashboard/api/jobs') {
    const answer = { data: jobsIn(searchParams.get('status')), pagination: { total_pages: 1 } }
    return response.end(JSON.stringify(answer))
  }
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
