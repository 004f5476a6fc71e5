/** How calls go to S3: Amazon's own handler, which tells of bytes that move and forgets connections that have died. */
import type { Agent } from 'node:http'
import { Readable } from 'node:stream'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { type TimeLimits, tellProgress } from './time-limit.ts'

type Handle = NodeHttpHandler['handle']
type Request = Parameters<Handle>[0]
type Options = Parameters<Handle>[1]

const PIECE_BYTES = 64 * 1024

export class S3Handler extends NodeHttpHandler {
  constructor({ connectMs }: Pick<TimeLimits, 'connectMs'>) {
    // A wait for a free connection would count as one for a connection: so there is none.
    const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
    super({ connectionTimeout: connectMs, httpAgent: agent, httpsAgent: agent })
  }

  override async handle(request: Request, options?: Options): ReturnType<Handle> {
    const signal = options?.abortSignal as AbortSignal | undefined
    // What let one connection die did the same to those that are kept for the next calls.
    const forget = (): void => this.closeIdle()
    signal?.addEventListener('abort', forget, { once: true })
    const answer = await super.handle(inPieces(request, signal), options)
    const body = answer.response.body as Readable & { socket?: Readable | null }
    const told = (): void => tellProgress(signal)
    const { socket } = body
    told()
    socket?.on('data', told)
    body.once('close', () => socket?.off('data', told))
    return answer
  }

  private closeIdle(): void {
    const { httpAgent, httpsAgent } = this.httpHandlerConfigs() as { httpAgent?: Agent; httpsAgent?: Agent }
    for (const agent of [httpAgent, httpsAgent]) {
      for (const socket of Object.values(agent?.freeSockets ?? {}).flat()) socket?.destroy()
    }
  }
}

/** A part goes as a stream, of which a piece is taken when the one before it has gone. A repeat takes it anew. */
function inPieces(request: Request, signal: AbortSignal | undefined): Request {
  const { body } = request
  if (!(body instanceof Uint8Array) || body.length <= PIECE_BYTES) return request
  const pieces = function* (): Iterable<Uint8Array> {
    for (let from = 0; from < body.length; from += PIECE_BYTES) {
      tellProgress(signal)
      yield body.subarray(from, from + PIECE_BYTES)
    }
  }
  return Object.assign(request.clone(), { body: Readable.from(pieces(), { objectMode: false }) })
}
