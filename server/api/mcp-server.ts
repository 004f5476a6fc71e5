/**
 * One JSON-RPC message of an AI client answered: what the Model Context Protocol asks of a server that has tools, keeps
 * nothing and streams nothing. By hand, because that is four methods, and the official SDK held everybody up for 0.2 s when
 * it was loaded; its client is what the tests call with.
 */
import type { Request, Response } from 'express'
import { z } from 'zod'
import { permissionDenied } from '../actions/access/permission-denied.ts'
import type { Caller } from '../actions/needs.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import { requestId } from './guards.ts'
import { TOOLS, type Tool } from './mcp-tools.ts'
import type { ApiNeeds } from './needs.ts'
import { parse } from './parse.ts'

/** Newest first: what a client of another version is offered. Between them nothing changed for a server like this one. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Of JSON-RPC. */
const INVALID_REQUEST = -32600
const NO_SUCH_METHOD = -32601
const INVALID_PARAMS = -32602

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const Asked = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]),
  method: z.string(),
  params: z.looseObject({}).optional(),
})
/** A notification, or the answer to what a server asked: nothing is said to either. */
const Told = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string(), id: z.undefined().optional() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), result: z.unknown() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({}) }),
])
const Hello = z.looseObject({ protocolVersion: z.string() })
const ToolCall = z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() })

/** @param message one JSON-RPC message */
export async function answerMessage(
  needs: ApiNeeds,
  caller: Caller,
  req: Request,
  res: Response,
  message: unknown,
): Promise<void> {
  const refuse = (why: string) =>
    void res.status(400).json({ jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message: why } })
  const spoken = req.get('MCP-Protocol-Version')
  if (spoken !== undefined && !isSpoken(spoken)) {
    return refuse(`MCP-Protocol-Version is none of ${VERSIONS.join(', ')}.`)
  }
  const asked = Asked.safeParse(message)
  if (!asked.success) {
    if (!Told.safeParse(message).success) return refuse('This is no message of JSON-RPC 2.0.')
    res.status(202).end()
    return
  }
  const { id, method, params = {} } = asked.data
  try {
    res.json({ jsonrpc: '2.0', id, result: await answer(needs, caller, requestId(req, res), method, params) })
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    res.json({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } })
  }
}

const isSpoken = (version: string): boolean => (VERSIONS as readonly string[]).includes(version)

async function answer(
  needs: ApiNeeds,
  caller: Caller,
  request_id: string,
  method: string,
  params: object,
): Promise<object> {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = checked(Hello, params)
      return {
        protocolVersion: isSpoken(protocolVersion) ? protocolVersion : VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'klic-desktop', version: needs.version },
      }
    }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: Object.entries(TOOLS).map(described) }
    case 'tools/call': {
      const { name, arguments: input = {} } = checked(ToolCall, params)
      try {
        return shown(await call(needs, caller, name, input))
      } catch (error) {
        return { ...shown(problem(error, needs, request_id)), isError: true }
      }
    }
    default:
      throw new RpcError(NO_SUCH_METHOD, 'There is no such method here: initialize, ping, tools/list and tools/call.')
  }
}

function checked<S extends z.ZodObject>(schema: S, params: object): z.output<S> {
  const { success, data } = schema.safeParse(params)
  if (!success) throw new RpcError(INVALID_PARAMS, `This method takes ${Object.keys(schema.shape).join(', ')}.`)
  return data
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

async function call(needs: ApiNeeds, caller: Caller, name: string, input: unknown): Promise<object> {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (!tool)
    throw new Refusal('NOT_FOUND', `There is no tool of this name: choose from ${Object.keys(TOOLS).join(', ')}.`)
  if (!caller.permissions.includes(tool.permission)) throw permissionDenied(tool.permission)
  return tool.run(needs, caller, parse(tool.input, input, 'body') as never)
}

/** As text for readers of words, and as it is for programs. */
const shown = (answer: object) => ({
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
