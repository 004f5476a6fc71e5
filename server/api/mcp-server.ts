/**
 * Answers one message of an AI client with the official SDK of the Model Context Protocol: stateless, and in JSON. The SDK
 * is loaded at the first call.
 */
import { setImmediate } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { permit, requestId } from '../features/http/guards.ts'
import type { ApiServices, Caller } from '../features/services.ts'
import { parse } from '../platform/http/parse.ts'
import { memoize } from '../platform/memoize.ts'
import { Refusal, TryLater } from '../platform/refusal.ts'
import { TOOLS, type Tool } from './mcp-tools.ts'

/** Each import is a turn of the event loop of its own. */
const loadSdk = memoize(async () => {
  const types = await import('@modelcontextprotocol/sdk/types.js')
  await setImmediate()
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv')
  await setImmediate()
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js')
  await setImmediate()
  const { WebStandardStreamableHTTPServerTransport: Transport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  // Shared, because each server would make one of its own.
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  await setImmediate()
  return { types, Server, Transport, jsonSchemaValidator }
})
type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** @param message one JSON-RPC message */
export async function answerMessage(
  services: ApiServices,
  caller: Caller,
  req: Request,
  res: Response,
  message: unknown,
): Promise<void> {
  const sdk = await loadSdk()
  const version = req.get('MCP-Protocol-Version')
  const fault = faultIn(sdk.types, message, version)
  if (fault) {
    const { status, ...error } = fault
    res.status(status).json({ jsonrpc: '2.0', ...error })
    return
  }
  const server = serverFor(sdk, services, caller, requestId(req, res))
  const transport = new sdk.Transport({ enableJsonResponse: true })
  await server.connect(transport)
  const headers = {
    'Content-Type': 'application/json',
    // The answer is never a stream, so a client does not have to accept one.
    Accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'MCP-Protocol-Version': version }),
  }
  const url = new URL('/mcp', services.baseUrl())
  const answer = await transport.handleRequest(new globalThis.Request(url, { method: 'POST', headers }), {
    parsedBody: message,
  })
  res.status(answer.status)
  if (answer.body === null) res.end()
  else res.type('json').send(await answer.text())
  await server.close()
}

/** What JSON-RPC has a code for, and the SDK answers with another one. */
function faultIn(types: Sdk['types'], message: unknown, version: string | undefined) {
  const { ErrorCode, JSONRPCMessageSchema, SUPPORTED_PROTOCOL_VERSIONS } = types
  const invalid = (why: string) => ({ status: 400, id: null, error: { code: ErrorCode.InvalidRequest, message: why } })
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    return invalid(`MCP-Protocol-Version is none of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`)
  }
  const { data } = JSONRPCMessageSchema.safeParse(message)
  if (!data) return invalid('This is no message of JSON-RPC 2.0.')
  if (!('method' in data && 'id' in data)) return undefined
  const schemas = [types.InitializeRequestSchema, types.CallToolRequestSchema]
  const schema = schemas.find(({ shape }) => shape.method.value === data.method)
  if (!schema || schema.safeParse(data).success) return undefined
  const why = `This method takes ${Object.keys(schema.shape.params.shape).join(', ')}.`
  return { status: 200, id: data.id, error: { code: ErrorCode.InvalidParams, message: why } }
}

/** Holds one call: servers that are shared mix up the answers of clients whose messages have the same id. */
function serverFor(sdk: Sdk, services: ApiServices, caller: Caller, request_id: string) {
  const { Server, jsonSchemaValidator } = sdk
  const { ListToolsRequestSchema, CallToolRequestSchema } = sdk.types
  const server = new Server(
    { name: 'klic-desktop', version: services.version },
    { capabilities: { tools: {} }, jsonSchemaValidator },
  )
  server.onerror = (error) => services.log.warn({ err: error, request_id }, 'a message of an AI client failed')
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: Object.entries(TOOLS).map(described) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    try {
      return shown(await call(services, caller, name, input))
    } catch (error) {
      return { ...shown(problem(error, services, request_id)), isError: true }
    }
  })
  return server
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
  inputSchema: z.toJSONSchema(input, { io: 'input', override: inItsOwnWords }),
  annotations: {
    readOnlyHint: !pays && name !== 'quote_area',
    destructiveHint: pays,
    idempotentHint: name !== 'quote_area',
    openWorldHint: pays,
  },
})

async function call(services: ApiServices, caller: Caller, name: string, input: unknown): Promise<object> {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (!tool)
    throw new Refusal('NOT_FOUND', `There is no tool of this name: choose from ${Object.keys(TOOLS).join(', ')}.`)
  return tool.run(services, permit(caller, tool.permission) as never, parse(tool.input, input, 'body') as never)
}

/** As text for readers of words, and as it is for programs. */
const shown = (answer: object) => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: { ...answer },
})

function problem(error: unknown, services: ApiServices, request_id: string): object {
  if (error instanceof Refusal) {
    const { code, message, complaints, extra } = error
    return { ...extra, error_code: code, message, ...(complaints.length > 0 && { errors: complaints }), request_id }
  }
  if (error instanceof TryLater) {
    return { error_code: 'UNAVAILABLE', message: 'Not available at the moment. Try again later.', request_id }
  }
  services.log.error({ err: error, request_id }, 'a tool failed')
  return { error_code: 'INTERNAL', message: 'Something went wrong on our side. Quote the request_id.', request_id }
}
