/** The OpenAPI 3.1 document of API v1, made from the route table, what is said of it in words, and its examples. */
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameterObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { COLLECTION } from '../features/results/geojson-schema.ts'
import { EVENT_BODIES, type EventType, eventWhen } from '../features/webhooks/event-schema.ts'
import { TRIES_IN_WORDS } from '../features/webhooks/send-webhook.ts'
import { ErrorCode, Problem } from '../platform/http/errors.ts'
import { codesOf, statusOf, V1_CODES, type V1Code } from '../platform/http/refusals.ts'
import type { Route } from '../platform/http/route.ts'
import { EXAMPLES, type Example, readyEvent } from './examples.ts'
import { guideInMarkdown } from './guide.ts'
import { OPERATIONS, TAGS } from './operations.ts'
import { GEOJSON, ROUTES, type RouteName } from './routes.ts'

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted: what was asked for goes on in the background',
  204: 'Done; there is nothing to say',
}

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const text = (description: string, example?: string) => z.string().meta({ description, ...(example && { example }) })
const HEADERS = {
  'X-Request-Id': text('Echoed when the caller sends a valid one; quote it when something is wrong'),
  RateLimit: text('`"minute";r=<left>;t=<seconds until the window ends>`'),
  'RateLimit-Policy': text('`"minute";q=<requests a window>;w=60`'),
}
const RETRY_AFTER = { 'Retry-After': text('Whole seconds') }
const ETAG = { ETag: text('For If-None-Match') }
const FILE_HEADERS = {
  ETag: text('Strong: the sha256 of the bytes, in quotes; with -gzip for the compressed copy', `"${SHA256}"`),
  'X-Service-Sha256': text('Hex sha256 of the file, before any Content-Encoding', SHA256),
  'Content-Disposition': text('With a readable file name', 'attachment; filename="Bermsloot Best.gpkg"'),
  'Content-Encoding': text('gzip, when a compressed copy was asked for and there is one').optional(),
  'Accept-Ranges': text('bytes'),
}

/** One status of one operation: a Problem with one of these codes. */
const problem = (codes: readonly V1Code[], more: Record<string, z.ZodType> = {}): ZodOpenApiResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${V1_CODES[code]}`).join('\n\n'),
  headers: z.object({ ...HEADERS, ...more }),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          {
            type: 'object',
            properties: {
              detail: {
                type: 'object',
                description: 'The error',
                additionalProperties: true,
                properties: { error_code: { enum: [...codes], description: 'Which of them' } },
              },
            },
          },
        ],
      },
    },
  },
})

/** OpenAPI has no schema for what is no JSON. */
const filesOf = (route: Route): Record<string, ZodOpenApiMediaTypeObject> =>
  Object.fromEntries((route.files ?? []).map((type) => [type, type === GEOJSON ? { schema: COLLECTION } : {}]))

const fileResponse = (route: Route, description: string): ZodOpenApiResponseObject => ({
  description,
  headers: z.object({ ...HEADERS, ...FILE_HEADERS }),
  content: filesOf(route),
})

const WAITING = {
  'Retry-After': text('Whole seconds until it is worth asking again; only when next_action is wait').optional(),
}

function headersOf(route: Route, status: number): Record<string, z.ZodType> {
  if (status === 202 && route.files) return RETRY_AFTER
  if (route === ROUTES.getJob) return { ...ETAG, ...WAITING }
  if (route === ROUTES.submitJob) return WAITING
  if (status === 200 && route.method === 'get') return ETAG
  if (route === ROUTES.createJob && status < 300) {
    return {
      ...WAITING,
      Location: text('The job'),
      'Idempotent-Replayed': text('true, when client_ref was known').optional(),
    }
  }
  return {}
}

function responsesOf(route: Route, examples: readonly Example[]): ZodOpenApiOperationObject['responses'] {
  const responses: Record<string, ZodOpenApiResponseObject> = {}
  for (const [status, codes] of Map.groupBy(codesOf(route), statusOf)) {
    responses[status] = problem(codes, status === 429 || status === 503 ? RETRY_AFTER : {})
  }
  for (const [status, shape] of Object.entries(route.responses)) {
    const description = DESCRIPTIONS[Number(status)] ?? ''
    const headers = z.object({ ...HEADERS, ...headersOf(route, Number(status)) })
    if (shape === 'file') {
      responses[status] = fileResponse(route, 'The file')
      responses[206] = fileResponse(route, 'The range of it that was asked for')
    } else if (shape === 'empty') responses[status] = { description, headers }
    else responses[status] = { description, headers, content: { 'application/json': { schema: shape } } }
  }
  if (route.method === 'get') {
    responses[304] = { description: 'Not changed since If-None-Match', headers: z.object({ ...HEADERS, ...ETAG }) }
  }
  for (const [status, answered] of Map.groupBy(examples, (each) => each.status)) {
    const content = responses[status]?.content
    const json = content?.['application/json'] ?? content?.[GEOJSON]
    const shown = answered.filter((each) => each.answer !== undefined)
    if (json && shown.length > 0) json.examples = named(shown, (each) => each.answer)
  }
  return responses as ZodOpenApiOperationObject['responses']
}

const named = (examples: readonly Example[], value: (example: Example) => unknown) =>
  Object.fromEntries(examples.map((each) => [each.name, { summary: each.summary, value: value(each) }]))

/** Path and query parameters with the values of the first example. */
function parametersOf(route: Route, [first]: readonly Example[]): ZodOpenApiOperationObject['requestParams'] {
  const withExample = (schema: z.ZodObject | undefined, values: Example['params']) =>
    schema &&
    z.object(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => {
          const told = (member as z.ZodType).meta() ?? {}
          const given = values?.[name]
          // A whole number is spelt in the query and described by an override.
          const example = given !== undefined && typeof told.override === 'function' ? Number(given) : given
          const param = { ...(told.param as ZodOpenApiParameterObject | undefined), ...(given && { example }) }
          return [name, (member as z.ZodType).meta({ ...told, param })]
        }),
      ),
    )
  const path = withExample(route.params, first?.params)
  const query = withExample(route.query, first?.query)
  return { ...(path && { path }), ...(query && { query }) }
}

function operationOf(operationId: RouteName, route: Route): ZodOpenApiOperationObject {
  const { tag, description } = OPERATIONS[operationId]
  const examples = EXAMPLES[operationId]
  const bodies = examples.filter((each) => each.body !== undefined && each.status < 300)
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    description: `${description}\n\nPermission: ${[route.permission, ...(route.orPermission ? [route.orPermission] : [])].join(' or ')}.`,
    requestParams: parametersOf(route, examples),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          'application/json': {
            schema: route.body,
            ...(bodies.length > 0 && { examples: named(bodies, (each) => each.body) }),
          },
        },
      },
    }),
    responses: responsesOf(route, examples),
  }
}

/** What the receiver of an event gets, and is to answer. */
function webhooks(): ZodOpenApiObject['webhooks'] {
  const header = (example: string, description: string) => z.string().meta({ description, example })
  const headers = z.object({
    'webhook-id': header(readyEvent.event_id, 'The same on every try: what was seen before is not new'),
    'webhook-timestamp': header('1795200808', 'Of the try, seconds since 1970: refuse what is older than five minutes'),
    'webhook-signature': header(
      'v1,6NCN9UuZkWqGJ8hvN+8qQm4tCwBHgIi1QqQv4hJvHXk= v1a,8uEl…',
      'One or more, a space between: v1 is HMAC-SHA256 with the secret of the dashboard, v1a is Ed25519 with a key of GET /events/signing-keys; both over `{webhook-id}.{webhook-timestamp}.{body}`, in base64',
    ),
  })
  const entries = Object.entries(EVENT_BODIES).map(([type, schema]) => {
    const about = type === readyEvent.type && { examples: { event: { value: readyEvent.body } } }
    const post: ZodOpenApiOperationObject = {
      operationId: `on.${type}`,
      tags: ['Events'],
      summary: eventWhen(type as EventType).split('. ')[0]!,
      description: `${eventWhen(type as EventType)}\n\n${TOLD_HOW}`,
      requestParams: { header: headers },
      requestBody: { required: true, content: { 'application/json': { schema, ...about } } },
      responses: {
        204: { description: 'Taken; any 2xx will do. Answer first, work later: the answer is waited for 15 seconds' },
        410: { description: 'Gone: nothing more is sent to this address' },
      },
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}

const TOLD_HOW = `Sent to the webhook_url of the job, else to the company URL (setting webhooks.company_url), as Standard Webhooks 1.0.0. At least once, in no certain order; ${TRIES_IN_WORDS}, Retry-After honoured up to a day, redirects not followed. Who can’t listen, or missed one, reads GET /events.`

export function openapiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const atPath = paths[route.path] ?? {}
    atPath[route.method] = operationOf(name as RouteName, route)
    paths[route.path] = atPath
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'KLIC Desktop API',
      version: '1.0.0',
      summary: 'Quote, file, follow and download KLIC notifications',
      description: [
        'JSON in UTF-8, snake_case. Times are RFC 3339 in UTC; days are Dutch calendar days. Lengths in m, areas in m2.',
        'Unknown fields and query parameters are refused. Fields may be added to v1; none is removed or changes meaning.',
        'HEAD is answered wherever GET is, OPTIONS everywhere, with Allow; any other method is 405.',
        'An error is a Problem: go by `detail.error_code`, show `detail.message`. Each operation lists its codes by status.',
        guideInMarkdown(),
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      schemas: { Problem },
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Made in the dashboard, or with POST /keys. Permissions: read, write, admin.',
        },
      },
    },
    paths,
    webhooks: webhooks(),
  }
  const made = createDocument(document, {
    // An answer may get further fields in v1: only what callers send is closed.
    override: ({ jsonSchema, zodSchema, io }) => {
      const isClosed = (zodSchema as z.ZodObject)._zod.def.catchall !== undefined
      if (io === 'output' && !isClosed) delete jsonSchema.additionalProperties
      if ((zodSchema as typeof ErrorCode)._zod.def.entries === ErrorCode._zod.def.entries)
        jsonSchema.enum = Object.keys(V1_CODES)
      // JavaScript's own limits are no bounds of the API.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  openReferences(made)
  return made
}

/** A schema that is told anew beside its $ref comes with the ban on further members, and then with no member at all. */
function openReferences(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if ('$ref' in value && 'additionalProperties' in value) delete value.additionalProperties
  for (const member of Object.values(value)) openReferences(member)
}
