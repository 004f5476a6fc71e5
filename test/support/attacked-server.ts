/**
 * A real server that has secrets in its environment and beside it, for files that somebody brings as an area: nothing of
 * the secrets is in any answer, and no call goes out to an address that listens.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FoundAreas } from '../../server/features/areas/schema.ts'
import { Problem } from '../../server/platform/http/errors.ts'
import { asWindow, RealServer } from './real-server.ts'

const SECRETS = {
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMIK7MDENG',
  KLIC_SECRETS_KEY: 'a1b2c3d4'.repeat(8),
  OFFICE_DATABASE_URL: 'postgres://klic:hunter2@db/klic',
}
const IN_A_FILE = 'the-refresh-token-of-everybody'
const NEVER = [...Object.values(SECRETS), IN_A_FILE, 'root:x:0'].flatMap((text) => [
  text,
  Buffer.from(text).toString('hex').toUpperCase(),
])

export interface AttackedServer {
  readonly server: RealServer
  /** To make files in; the secret file lies in it. */
  readonly folder: string
  readonly secretFile: string
  /** A call of it means that the server was made to call; below /redirect it leads elsewhere. */
  readonly address: string
  /** @returns the names of the areas, or the code of the refusal */
  bring(bytes: string | Uint8Array): Promise<string[] | string>
  close(): Promise<void>
}

export async function attackedServer(): Promise<AttackedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-hostile-'))
  const secretFile = join(folder, 'secret.txt')
  writeFileSync(secretFile, `${IN_A_FILE}\n`)
  const calls: string[] = []
  const listener = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/redirect')) response.writeHead(302, { Location: '/credentials' }).end()
    else response.end('<schema/>')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const server = new RealServer()
  server.env = SECRETS
  await server.open()
  const window = await asWindow(server)
  return {
    server,
    folder,
    secretFile,
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async bring(bytes) {
      const answer = await fetch(`${window.below}/areas`, {
        method: 'POST',
        headers: { ...window.headers, 'Content-Type': 'application/octet-stream' },
        body: bytes as string,
      })
      const text = await answer.text()
      for (const secret of NEVER) assert.ok(!text.includes(secret), `the answer holds ${secret}: ${text.slice(0, 300)}`)
      assert.deepEqual(calls, [], 'the server called an address that the file names')
      if (answer.ok) return FoundAreas.parse(JSON.parse(text)).areas.map(({ name }) => name)
      assert.equal(answer.status, 422, text)
      const [complaint] = Problem.parse(JSON.parse(text)).detail.errors ?? []
      assert.ok(complaint && complaint.message.length > 20, text)
      return complaint.code
    },
    async close() {
      await server.close()
      listener.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
