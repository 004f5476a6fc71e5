/** The contract for people: one page made from the OpenAPI document, with nothing from outside and no script. */
import type { openapiDocument } from '../contract/openapi.ts'

type Document = ReturnType<typeof openapiDocument>
/** As the document holds it: resolved as far as this page needs. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  description?: string
}
interface Operation {
  operationId?: string
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
}

const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** A type in one line; a named schema is a link to its own table. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return `<a href="#${inHtml(nameOf(schema.$ref))}">${inHtml(nameOf(schema.$ref))}</a>`
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => `<code>${inHtml(String(value))}</code>`).join(' ')
  if (schema.const !== undefined) return `<code>${inHtml(String(schema.const))}</code>`
  if (schema.type === 'array') return `list of ${typeOf(schema.items) || 'values'}`
  if (schema.properties) {
    return Object.entries(schema.properties)
      .map(([name, member]) => `${inHtml(name)}: ${typeOf(member)}`)
      .join(', ')
  }
  return inHtml([schema.type ?? ''].flat().join(' or '))
}

const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

function operation(method: string, path: string, { parameters = [], requestBody, responses = {}, ...told }: Operation) {
  const body = requestBody?.content['application/json']?.schema
  const asked = parameters.map((each) =>
    row(`<code>${inHtml(each.name)}</code>`, each.in, typeOf(each.schema), inHtml(each.description ?? '')),
  )
  const answers = Object.entries(responses).map(([status, answer]) => {
    const types = Object.entries(answer.content ?? {}).map(([type, { schema }]) => typeOf(schema) || inHtml(type))
    return row(status, types.join(', '), inHtml(answer.description))
  })
  return `<section id="${inHtml(told.operationId ?? '')}">
<h2><b>${method.toUpperCase()}</b> <code>/api/v1${inHtml(path)}</code></h2>
<p>${inHtml(told.summary ?? '')}. ${inHtml(told.description ?? '')}</p>
${asked.length > 0 ? `<table><caption>Parameters</caption>${asked.join('')}</table>` : ''}
${body ? `<p>Body: ${typeOf(body)}</p>` : ''}
<table><caption>Answers</caption>${answers.join('')}</table>
</section>`
}

function schemaTable(name: string, schema: Schema): string {
  const required = schema.required ?? []
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) =>
    row(
      `<code>${inHtml(field)}</code>`,
      typeOf(each),
      required.includes(field) ? '' : 'may be left out',
      inHtml(each.description ?? ''),
    ),
  )
  const content = rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${typeOf(schema)}</p>`
  return `<section id="${inHtml(name)}"><h2>${inHtml(name)}</h2><p>${inHtml(schema.description ?? '')}</p>${content}</section>`
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin-top:2.5rem;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;margin:.75rem 0}
td{border-top:1px solid #8886;padding:.3rem .6rem .3rem 0;vertical-align:top}caption{text-align:left;font-weight:600}`

export function docsPage(document: Document): string {
  const { info, paths = {}, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, each]) => operation(method, path, each)),
  )
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => schemaTable(name, schema as Schema))
  const told = (info.description ?? '').split('\n\n').map((paragraph) => `<p>${inHtml(paragraph)}</p>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${inHtml(info.title)} ${inHtml(info.version)}</title><style>${STYLE}</style></head>
<body><h1>${inHtml(info.title)} ${inHtml(info.version)}</h1>
<p>Send your key in the header <code>X-API-Key</code>. For machines: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${told.join('\n')}
${operations.join('\n')}
<h1>Shapes</h1>
${schemas.join('\n')}
</body></html>
`
}
