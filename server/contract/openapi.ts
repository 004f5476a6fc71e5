/** The OpenAPI 3.1 document of API v1, made from the route table and nothing else. */
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { HTTP_STATUS, Problem } from './errors.ts'
import { ROUTES, type Route } from './routes.ts'

/** Any operation may answer these, besides what its own row lists. */
const ALWAYS = {
  401: 'No key, or one that is not valid (any more)',
  403: 'The key may not do this, or the call came from elsewhere',
  406: 'The caller takes none of our media types',
  422: 'What was sent does not follow the contract; every complaint has a pointer',
  429: 'Too many requests: go on after Retry-After seconds',
  500: 'Our mistake: report the request_id',
  503: 'Not available at the moment: try again later',
} as const
const WITH_BODY = {
  400: 'The body is no JSON',
  413: 'The body is larger than 10 MiB',
  415: 'The body is not application/json',
} as const

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted: what was asked for goes on in the background',
  204: 'Done; there is nothing to say',
  400: 'The format or the body is not one we know',
  402: 'No invoice arrangement and no relation number, or the spending limit of the day: nothing was submitted',
  404: 'Nothing of this company has that id',
  409: 'Not in this state of affairs; the message says why',
}

const problem = (description: string): ZodOpenApiResponseObject => ({
  description,
  content: { 'application/json': { schema: Problem } },
})

const fileResponse = (route: Route): ZodOpenApiResponseObject => ({
  description: 'The file. HEAD, If-None-Match and Range work.',
  headers: z.object({
    ETag: z.string().meta({ description: 'Strong: the sha256 of the bytes, in quotes' }),
    'X-Service-Sha256': z.string().meta({ description: 'Hex sha256 of the bytes' }),
    'Content-Disposition': z.string(),
  }),
  content: Object.fromEntries((route.files ?? []).map((type) => [type, {}])),
})

function responsesOf(route: Route): ZodOpenApiOperationObject['responses'] {
  const general: Record<number, string> = route.body ? { ...ALWAYS, ...WITH_BODY } : ALWAYS
  const described = Object.entries(general).map(([status, description]) => [status, problem(description)] as const)
  const own = Object.entries(route.responses).map(([status, shape]) => {
    const description = DESCRIPTIONS[Number(status)] ?? general[Number(status)] ?? ''
    if (shape === 'file') return [status, fileResponse(route)] as const
    if (shape === 'empty') return [status, { description }] as const
    return [status, { description, content: { 'application/json': { schema: shape } } }] as const
  })
  return Object.fromEntries([...described, ...own])
}

function operationOf(operationId: string, route: Route): ZodOpenApiOperationObject {
  return {
    operationId,
    summary: route.summary,
    description: `Permission: ${route.permission}.`,
    requestParams: { ...(route.params && { path: route.params }), ...(route.query && { query: route.query }) },
    ...(route.body && {
      requestBody: { required: !route.bodyOptional, content: { 'application/json': { schema: route.body } } },
    }),
    responses: responsesOf(route),
  }
}

export function openapiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const atPath = paths[route.path] ?? {}
    atPath[route.method] = operationOf(name, route)
    paths[route.path] = atPath
  }
  const statuses = Object.entries(HTTP_STATUS).map(([code, status]) => `${status} ${code}`)
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'KLIC Desktop API',
      version: '1.0.0',
      summary: 'Quote, file, follow and download KLIC notifications',
      description: [
        'JSON in UTF-8, snake_case. Times are RFC 3339 in UTC; days are Dutch calendar days.',
        'Unknown fields and query parameters are refused. Fields may be added to v1; none is removed or changes meaning.',
        `Errors carry detail.error_code: ${statuses.join(', ')}, 500 INTERNAL, 503 UNAVAILABLE.`,
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    paths,
  })
}
