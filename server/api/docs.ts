/**
 * The contract for people: one page made from the OpenAPI document and the ready-made calls, with nothing from outside and
 * no script, so that it reads the same on a machine without the internet, and can be printed and searched.
 */
import { READY_CALLS } from '../contract/calls.ts'
import { GUIDE } from '../contract/guide.ts'
import type { openapiDocument } from '../contract/openapi.ts'
import { reasonTable } from '../contract/reason-table.ts'
import { DOCS_STYLE } from './docs-style.ts'

export type Document = ReturnType<typeof openapiDocument>
/** As the document holds it: resolved as far as this page needs. */
interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema | false
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}
type Examples = Record<string, { summary?: string; value: unknown }>
interface Media {
  schema?: Schema
  examples?: Examples
}
interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    schema?: Schema
    description?: string
    example?: unknown
  }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses?: Record<
    string,
    { description: string; headers?: Record<string, { description?: string }>; content?: Record<string, Media> }
  >
}
interface Listed {
  method: string
  path: string
  told: Operation
}

const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const code = (text: string): string => `<code>${inHtml(text)}</code>`
const block = (text: string): string => `<pre><code>${inHtml(text)}</code></pre>`
/** What stands between backticks is code. */
const marked = (text: string): string => inHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const paragraphs = (text = ''): string =>
  text
    .split('\n\n')
    .map((each) => `<p>${marked(each)}</p>`)
    .join('')
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (heads: readonly string[], rows: readonly string[]): string =>
  rows.length === 0
    ? ''
    : `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** A type in one line; a named schema is a link to its own table. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return `<a href="#${inHtml(nameOf(schema.$ref))}">${inHtml(nameOf(schema.$ref))}</a>`
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' ')
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.type === 'array') return `list of ${typeOf(schema.items || undefined) || 'values'}`
  if (schema.properties) {
    return Object.entries(schema.properties)
      .map(([name, member]) => `${inHtml(name)}: ${typeOf(member)}`)
      .join(', ')
  }
  return inHtml([schema.format ?? schema.type ?? ''].flat().join(' or '))
}

function limitsOf({ minimum, maximum, maxLength, default: fallback }: Schema): string {
  const said = [
    fallback !== undefined && `default ${JSON.stringify(fallback)}`,
    minimum !== undefined && minimum > -1e15 && `from ${minimum}`,
    maximum !== undefined && maximum < 1e15 && `to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
  return said.filter(Boolean).join(', ')
}

const told = (description: string | undefined, schema: Schema | undefined): string =>
  [description && marked(description), schema && limitsOf(schema)].filter(Boolean).join('; ')

const examplesOf = (title: string, examples: Examples = {}): string =>
  Object.values(examples)
    .map(({ summary, value }) => {
      const text = JSON.stringify(value, null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]')
      return `<details><summary>${title}: ${inHtml(summary ?? '')}</summary>${block(text)}</details>`
    })
    .join('')

/** A call of the first example, as one line for a shell. */
function curlOf({ method, path, told: { parameters = [], requestBody } }: Listed): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    String(parameters.find((each) => each.name === name)?.example ?? whole),
  )
  const query = parameters.filter((each) => each.in === 'query' && each.required)
  const asked = query.map(({ name, example }) => `${name}=${example}`).join('&')
  const [body] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  return [
    `curl -H "X-API-Key: $KLIC_KEY" "$KLIC_URL/api/v1${filled}${asked && `?${asked}`}"`,
    ...(method === 'get' || (method === 'post' && body) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body.value)}'`] : []),
  ].join(' \\\n  ')
}

function operation(listed: Listed): string {
  const { method, path, told: each } = listed
  const body = each.requestBody?.content['application/json']
  const parameters = (each.parameters ?? []).map((one) =>
    row(code(one.name), one.in, typeOf(one.schema), told(one.description, one.schema)),
  )
  const answers = Object.entries(each.responses ?? {}).map(([status, answer]) => {
    const types = Object.entries(answer.content ?? {}).map(([type, { schema }]) => typeOf(schema) || code(type))
    const headers = Object.keys(answer.headers ?? {}).filter((name) => !ON_EVERY_ANSWER.includes(name))
    const named = headers.length > 0 ? `<br><small>${headers.map(code).join(' ')}</small>` : ''
    return row(status, types.join('<br>'), answer.description.split('\n\n').map(marked).join('<br>') + named)
  })
  const shown = Object.entries(each.responses ?? {}).map(([status, { content }]) =>
    examplesOf(`Answer ${status}`, content?.['application/json']?.examples),
  )
  return `<section id="${inHtml(each.operationId ?? '')}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> ${code(`/api/v1${path}`)}</h3>
<p><strong>${inHtml(each.summary ?? '')}.</strong></p>${paragraphs(each.description)}
${table(['Parameter', 'In', 'Type', ''], parameters)}
${body ? `<p>Body${each.requestBody?.required ? '' : ', which may be left out'}: ${typeOf(body.schema)}</p>` : ''}
${block(curlOf(listed))}
${table(['Status', 'Body', ''], answers)}
${examplesOf('Body', body?.examples)}${shown.join('')}
</section>`
}

/** What is sent to who listens, and what is expected of the answer. */
function hook(type: string, each: Operation): string {
  const body = each.requestBody?.content['application/json']
  const headers = (each.parameters ?? []).map((one) => row(code(one.name), told(one.description, one.schema)))
  const answers = Object.entries(each.responses ?? {}).map(([status, { description }]) =>
    row(status, inHtml(description)),
  )
  return `<section id="${inHtml(type)}">
<h3><span class="method post">POST</span> ${code(type)}</h3>${paragraphs(each.description)}
<p>Body: ${typeOf(body?.schema)}</p>
${table(['Header', ''], headers)}
${table(['Your answer', ''], answers)}
${examplesOf('Body', body?.examples)}
</section>`
}

const ON_EVERY_ANSWER = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

function schemaTable(name: string, schema: Schema): string {
  const required = schema.required ?? []
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) =>
    row(code(field), typeOf(each), required.includes(field) ? '' : 'may be left out', told(each.description, each)),
  )
  const content = rows.length > 0 ? table(['Field', 'Type', '', ''], rows) : `<p>${typeOf(schema)}</p>`
  return `<section id="${inHtml(name)}"><h3>${inHtml(name)}</h3>${paragraphs(schema.description)}${content}</section>`
}

const link = (id: string, text: string): string => `<li><a href="#${inHtml(id)}">${text}</a></li>`

function navigation(tags: readonly { name: string }[], operations: readonly Listed[], schemas: readonly string[]) {
  const groups = tags.map(({ name }) => {
    const links = operations
      .filter((each) => each.told.tags?.includes(name))
      .map(({ method, path, told: { operationId = '' } }) =>
        link(operationId, `<span class="method ${method}">${method.toUpperCase()}</span> ${inHtml(path)}`),
      )
    return `<h2>${inHtml(name)}</h2><ul>${links.join('')}</ul>`
  })
  return `<nav aria-label="Contents"><ul>${link('calls', 'Ready-made calls')}${link('reasons', 'What comes next')}${GUIDE.map(({ id, title }) => link(id, inHtml(title))).join('')}${link('webhooks', 'Web hooks')}</ul>${groups.join('')}
<h2>Shapes</h2><ul>${schemas.map((name) => link(name, inHtml(name))).join('')}</ul></nav>`
}

export function docsPage(document: Document): string {
  const { info, paths = {}, components, tags = [] } = document
  const operations: Listed[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, each]) => ({ method, path, told: each })),
  )
  const schemas = Object.entries(components?.schemas ?? {}) as [string, Schema][]
  const groups = tags.map(({ name, description }) => {
    const own = operations.filter((each) => each.told.tags?.includes(name))
    return `<h2>${inHtml(name)}</h2>${paragraphs(description)}${own.map(operation).join('\n')}`
  })
  const hooks = Object.entries(document.webhooks ?? {}).map(([type, item]) =>
    hook(type, (item as { post: Operation }).post),
  )
  const calls = READY_CALLS.map(
    ({ title, text }) => `<details><summary>${inHtml(title)}</summary>${block(text)}</details>`,
  )
  const guide = GUIDE.map(
    ({ id, title, paragraphs: told, tables }) => `<section id="${id}"><h2>${inHtml(title)}</h2>
${told.map(paragraphs).join('')}
${tables
  .map(({ heads, rows }) =>
    table(
      heads.map(marked),
      rows.map((cells) => row(...cells.map(marked))),
    ),
  )
  .join('\n')}</section>`,
  )
  const reasons = reasonTable.map(({ reason, action, means }) => row(code(reason), code(action), inHtml(means)))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${inHtml(info.title)} ${inHtml(info.version)}</title><style>${DOCS_STYLE}</style></head>
<body>
${navigation(
  tags,
  operations,
  schemas.map(([name]) => name),
)}
<main><h1>${inHtml(info.title)} ${inHtml(info.version)}</h1>
<p>Send your key in the header <code>X-API-Key</code>. For machines: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${paragraphs(info.description?.split('\n\n## ')[0])}
<p>Every answer carries ${ON_EVERY_ANSWER.map(code).join(', ')}.</p>
<section id="calls"><h2>Ready-made calls</h2>
<p>Quote, submit, wait, download. Each takes <code>KLIC_URL</code> and <code>KLIC_KEY</code> from the environment.</p>
${calls.join('\n')}</section>
<section id="reasons"><h2>What comes next</h2>
<p>${code('next_action')} says what to do with a job, ${code('next_action_reason')} why; ${code('next_action_params')} holds the
figures and names of the reason, ${code('next_action_message')} all of it in English. A reason that a later version adds
has one of these actions.</p>
${table(['next_action_reason', 'next_action', 'When'], reasons)}</section>
${guide.join('\n')}
${groups.join('\n')}
<h2 id="webhooks">Web hooks</h2>
${hooks.join('\n')}
<h2>Shapes</h2>
${schemas.map(([name, schema]) => schemaTable(name, schema)).join('\n')}
</main></body></html>
`
}
