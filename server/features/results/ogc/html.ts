/** The same documents for people: a plain page made from the JSON, nothing from elsewhere, no script. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const isAddress = (text: string): boolean => /^http:\/\/[^\s]+$/.test(text)

function shown(value: unknown): string {
  if (value === null || value === undefined) return '<i>null</i>'
  if (typeof value === 'string') {
    return isAddress(value) ? `<a href="${escaped(value)}">${escaped(value)}</a>` : escaped(value)
  }
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object')
    return isFlat ? escaped(value.join(', ')) : `<ul>${value.map((item) => `<li>${shown(item)}</li>`).join('')}</ul>`
  }
  const rows = Object.entries(value).map(([name, item]) => `<tr><th>${escaped(name)}</th><td>${shown(item)}</td></tr>`)
  return `<table>${rows.join('')}</table>`
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#12282b;background:#fcfbf8}
table{border-collapse:collapse}th{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;color:#4b5f63;font-weight:600}
td{padding:.2rem 0}ul{margin:0;padding-left:1rem}a{color:#0b5561}
@media(prefers-color-scheme:dark){body{color:#e8efef;background:#1a2226}th{color:#9fb3b6}a{color:#67cbd9}}`

export const htmlPage = (title: string, document: unknown): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${shown(document)}</body></html>`
