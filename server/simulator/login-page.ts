/** The registry's login page, played: one button instead of eHerkenning. It says what it is. */
import type { Access } from './access.ts'
import { type Answer, text } from './answers.ts'
import { escapeXml } from './delivery/gml-elements.ts'

const FIELDS = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state'] as const

const page = (status: number, title: string, inner: string): Answer =>
  text(
    status,
    'text/html;charset=UTF-8',
    `<!DOCTYPE html>
<html lang="nl"><head><meta charset="UTF-8"><title>${title}</title></head>
<body><h1>${title}</h1>${inner}</body></html>
`,
  )

/** GET: the page. POST, from its button: back to the application with a code. */
export const loginPage = (access: Access, method: string, query: URLSearchParams): Answer => {
  const fault = access.visitFault(query)
  // Never back to an address that was not checked.
  if (fault) return page(400, 'Aanmelden kan niet', `<p>Onjuist in het verzoek: ${fault}.</p>`)
  if (method === 'POST') return { ...page(302, 'Terug naar de toepassing', ''), location: access.grant(query) }
  const hidden = FIELDS.filter((name) => query.has(name)).map(
    (name) => `<input type="hidden" name="${name}" value="${escapeXml(query.get(name) ?? '')}">`,
  )
  return page(
    200,
    'Simulatie van Mijn Kadaster',
    `<p>Hier meldt u zich bij het echte Kadaster aan. In de simulatie is een druk op de knop genoeg.</p>
<form method="post" action="/auth/oauth/v2/authorize">${hidden.join('')}<button type="submit">GRANT</button></form>`,
  )
}
