/**
 * The MCP server of one call: the tools, what they answer, and how a refusal looks. Apart from mcp.ts because the SDK is
 * loaded by the first call only: most installations never get one, and every start would wait for it.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { permissionDenied } from '../actions/jobs/quote-job.ts'
import type { Caller } from '../actions/needs.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import { requestId } from './guards.ts'
import { TOOLS, type Tool } from './mcp-tools.ts'
import type { ApiNeeds } from './needs.ts'
import { parse } from './parse.ts'

/** @param message one JSON-RPC message */
export async function answerMessage(
  needs: ApiNeeds,
  caller: Caller,
  req: Request,
  res: Response,
  message: unknown,
): Promise<void> {
  const server = serverFor(needs, caller, requestId(req, res))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  res.on('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(req, res, message)
}

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

/** What the OpenAPI document is told in `override` of a schema holds here as well, and is no member of it. */
const inItsOwnWords = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  const { override } = jsonSchema
  delete jsonSchema.override
  delete jsonSchema.param
  if (typeof override === 'object') Object.assign(jsonSchema, override)
}

const described = ([name, { title, description, input, pays }]: [string, Tool]) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input', override: inItsOwnWords }) as { type: 'object' },
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
