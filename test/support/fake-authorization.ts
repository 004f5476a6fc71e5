/**
 * An authorization server for the code flow, and a registry that knows nothing: codes work once, refresh tokens rotate,
 * access tokens live for one call.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export class FakeAuthorization {
  url = ''
  grants = true
  scope: string | undefined
  liveRefreshToken = ''
  refreshes = 0
  /** Called before each call with a token is answered. */
  whenAsked: () => Promise<void> = async () => {}
  private readonly codes = new Set<string>()

  static async open(t: TestContext): Promise<FakeAuthorization> {
    const fake = new FakeAuthorization()
    const server = createServer((req, res) => void fake.answer(req, res))
    fake.url = `http://127.0.0.1:${await listen(server)}`
    t.after(() => {
      server.close()
      server.closeAllConnections()
    })
    return fake
  }

  async freePort(): Promise<number> {
    const probe = createServer()
    const port = await listen(probe)
    await new Promise((resolve) => probe.close(resolve))
    return port
  }

  forgetLogins(): void {
    this.liveRefreshToken = randomUUID()
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.url)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const send = (status: number, body: object) => {
      res.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      res.end(JSON.stringify(body))
    }
    if (url.pathname.endsWith('/authorize')) {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      const code = randomUUID()
      if (this.grants) this.codes.add(code)
      back.searchParams.set(...((this.grants ? ['code', code] : ['error', 'access_denied']) as [string, string]))
      res.writeHead(302, { location: back.href, connection: 'close' })
      res.end()
      return
    }
    if (!url.pathname.endsWith('/token')) {
      try {
        await this.whenAsked()
      } catch (failure) {
        return send(500, { error: String(failure) })
      }
      return send(404, {})
    }
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const isCode = form.get('grant_type') === 'authorization_code' && this.codes.delete(form.get('code') ?? '')
    const isRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === this.liveRefreshToken
    if (!isCode && !isRefresh) return send(400, { error: 'invalid_grant', error_description: 'not valid' })
    if (isRefresh) this.refreshes++
    this.liveRefreshToken = randomUUID()
    send(200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: '0',
      refresh_token: this.liveRefreshToken,
      ...(this.scope === undefined ? {} : { scope: this.scope }),
    })
  }
}
