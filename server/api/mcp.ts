/**
 * /mcp: the Model Context Protocol over streamable HTTP, for AI clients. Off until a setting says otherwise. Stateless:
 * every call brings its key, as `Authorization: Bearer` or X-API-Key, and leaves nothing behind.
 * What is refused comes back as an error of the tool, with its code, so that the client can read it and do better.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import { isMcpEnabled } from '../actions/mcp-enabled.ts'
import type { Caller } from '../actions/needs.ts'
import { permissionDenied } from '../actions/quote-job.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import { requestId } from './guards.ts'
import { TOOLS, type Tool } from './mcp-tools.ts'
import type { ApiNeeds } from './needs.ts'
import { parse, readBody } from './parse.ts'
import type { RateLimit } from './rate-limit.ts'
import { byKey } from './signing-in.ts'

export function mcp(needs: ApiNeeds, limit: RateLimit): RequestHandler {
  const signIn = byKey(needs, limit, keyOf)
  return async (req, res) => {
    if (!(await isMcpEnabled(needs))) throw switchedOff()
    if (req.method !== 'POST') {
      res.set('Allow', 'POST')
      throw new Refusal('METHOD_NOT_ALLOWED', 'This address takes POST: it is stateless and has no stream of its own.')
    }
    const caller = await signIn(req, res)
    if (!(await isMcpEnabled(needs, caller.companyId))) throw switchedOff()
    const message = await readBody(req, res)
    if (message === undefined || Array.isArray(message)) {
      throw new Refusal('MALFORMED_JSON', 'This call needs one JSON-RPC message as its body.')
    }
    res.set('Cache-Control', 'no-store')
    const server = serverFor(needs, { ...caller, actor: `mcp:${caller.key?.id}` }, requestId(req, res))
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
    res.on('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(req, res, message)
  }
}

const switchedOff = (): Refusal => new Refusal('NOT_FOUND', 'There is nothing at this address.')

const keyOf = (req: Request): string | undefined =>
  req.get('X-API-Key') ?? /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1]

function serverFor(needs: ApiNeeds, caller: Caller, request_id: string): McpServer {
  const made = new McpServer({ name: 'klic-desktop', version: needs.version }, { capabilities: { tools: {} } })
  made.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: Object.entries(TOOLS).map(described) }))
  made.server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    try {
      return shown(await call(needs, caller, params.name, params.arguments ?? {}))
    } catch (error) {
      return { ...shown(problem(error, needs, request_id)), isError: true }
    }
  })
  return made
}

const described = ([name, { title, description, input, pays }]: [string, Tool]) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
  annotations: {
    readOnlyHint: !pays && name !== 'quote_area',
    destructiveHint: pays,
    idempotentHint: name !== 'quote_area',
    openWorldHint: pays,
  },
})

async function call(needs: ApiNeeds, caller: Caller, name: string, input: unknown): Promise<object> {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (!tool)
    throw new Refusal('NOT_FOUND', `There is no tool of this name: choose from ${Object.keys(TOOLS).join(', ')}.`)
  if (!caller.permissions.includes(tool.permission)) throw permissionDenied(tool.permission)
  return tool.run(needs, caller, parse(tool.input, input, 'body') as never)
}

/** As text for readers of words, and as it is for programs. */
const shown = (answer: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: { ...answer },
})

function problem(error: unknown, needs: ApiNeeds, request_id: string): object {
  if (error instanceof Refusal) {
    const { code, message, complaints, extra } = error
    return { ...extra, error_code: code, message, ...(complaints.length > 0 && { errors: complaints }), request_id }
  }
  if (error instanceof TryLater) {
    return { error_code: 'UNAVAILABLE', message: 'Not available at the moment. Try again later.', request_id }
  }
  needs.log.error({ err: error, request_id }, 'a tool failed')
  return { error_code: 'INTERNAL', message: 'Something went wrong on our side. Quote the request_id.', request_id }
}
