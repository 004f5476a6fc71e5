/**
 * The reference of API v1 for people: OpenAPI Explorer shows the document, from our own files and without the internet.
 * It sends no calls, since one of them files an order. Its colours and sizes are set here, for light and dark.
 */
import { TAGS } from './operations.ts'

/** Of the viewer, in the folder of the window (build/bundle.mjs). */
const VIEWER = '/openapi-explorer.js'

const STYLE = `:root{color-scheme:light dark}body{margin:0;height:100vh}[slot] a{color:var(--primary-color)}
openapi-explorer{--font-size-regular:15px;--font-size-small:14px;--font-size-mono:13px
;--font-regular:system-ui,sans-serif;--font-mono:ui-monospace,monospace
;--bg:light-dark(#fff,#16181c);--bg2:light-dark(#f5f6f8,#1f2227);--bg3:light-dark(#eceef1,#282c33)
;--light-bg:light-dark(#d9dce1,#353a43);--input-bg:var(--bg);--hover-color:var(--bg2)
;--fg:light-dark(#23262b,#e6e8eb);--fg2:light-dark(#3f444c,#c9cdd3);--fg3:light-dark(#555b65,#b0b6bf)
;--light-fg:light-dark(#5b626d,#a3aab5);--placeholder-color:var(--light-fg)
;--border-color:light-dark(#d5d9df,#3a404a);--light-border-color:light-dark(#e3e6ea,#30353d)
;--nav-bg-color:light-dark(#f5f6f8,#1b1e23);--nav-text-color:var(--fg2);--nav-hover-bg-color:light-dark(#e6eaf0,#2a2f37)
;--nav-hover-text-color:var(--fg);--nav-hover-scrollbar-color:var(--border-color)
;--primary-color:light-dark(#0b57a4,#8ab8f0);--secondary-color:var(--primary-color)
;--primary-btn-text-color:light-dark(#fff,#16181c);--inline-code-fg:light-dark(#8a1c4a,#f0a5c4);--code-fg:var(--fg2)
;--code-property-color:light-dark(#905,#f0a5c4);--code-keyword-color:light-dark(#05608a,#8ab8f0)
;--code-operator-color:light-dark(#7a5326,#e0b98a)
;--light-green:var(--bg2);--light-blue:var(--bg2);--light-red:var(--bg2)
;--green:#0b6e3f;--blue:#0b57a4;--red:#b3261e;--orange:#8a4b00;--purple:#5b3aa8;--yellow:#7a5d00;--gray:#555b65}
/* The viewer computes with these: they must be plain colours. */
@media(prefers-color-scheme:dark){openapi-explorer{--green:#6fcf97;--blue:#8ab8f0;--red:#f2a29b;--orange:#f0b36b
;--purple:#c3aef2;--yellow:#e8cf6a;--gray:#b0b6bf}}
/* Below 768 px the viewer has no menu, and its tables are wider than the page. */
@media(max-width:767.98px){openapi-explorer::part(section-main-content){overflow-x:auto}[slot]{padding:0 1rem}}
@media(min-width:768px){[slot]{display:none}}`

const groups = Object.keys(TAGS).map((tag) => `<a href="#?route=tag--${tag}">${tag}</a>`)

export const DOCS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>KLIC Desktop API</title><link rel="icon" href="/icon.svg"><style>${STYLE}</style><script type="module" src="${VIEWER}"></script></head>
<body><openapi-explorer spec-url="/api/v1/openapi.json" hide-console hide-server-selection hide-authentication>
<nav slot="overview-header" aria-label="Operations">Operations: ${groups.join(' ')}</nav>
</openapi-explorer><noscript>This page needs scripts. The document is <a href="/api/v1/openapi.json">openapi.json</a>.</noscript></body></html>
`
