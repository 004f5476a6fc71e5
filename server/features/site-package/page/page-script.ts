/** The look of the page of a site package and what it does by itself. Their hashes stand in its policy: no other style or script runs. */

import { LOCALES } from '../../../texts/languages.ts'

/** Black on white and wide enough for a thumb: it is read in sunlight, with gloves off for a moment. */
export const PAGE_STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #000; font: 18px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: 12px; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1.15rem; } h3 { font-size: 1rem; margin: 0; }
ul { padding-left: 1.1rem; } li { margin: 6px 0; }
nav { display: flex; gap: 8px; padding: 8px; height: 64px; background: #000; position: sticky; top: 0; }
nav i { flex: 1; }
nav button { padding: 4px 12px; white-space: nowrap; overflow-wrap: normal; }
nav[hidden] { display: none; }
button { font: inherit; min-height: 48px; padding: 8px 16px; border: 2px solid #000; border-radius: 6px; background: #fff; color: #000; }
button[aria-pressed='true'] { background: #ffd400; font-weight: bold; }
a { color: #0000c8; }
.must { border: 4px solid #b00000; border-radius: 6px; padding: 0 12px; margin: 12px 0; }
.must h2, .careful { color: #b00000; font-weight: bold; }
.dig { display: block; margin: 8px 0; padding: 8px 12px; border: 3px solid #8a5a00; border-radius: 6px; background: #fff1cc; color: #000; }
.dig strong, .dig span { display: block; }
.dig span { font-weight: normal; }
.dig[data-answer='yes'] { border-color: #0a6b2d; background: #d8f5d8; }
.dig[data-answer='no_longer'], .dig[data-answer='not_for_digging'] { border-color: #b00000; background: #ffe3e0; }
article { border-top: 2px solid #000; padding: 10px 0; }
article p { margin: 4px 0; }
.call { display: block; min-height: 48px; padding: 10px 12px; margin: 6px 0; border: 2px solid #0000c8; border-radius: 6px; }
:focus-visible { outline: 4px solid #ff8c00; outline-offset: 2px; }
.cover { position: fixed; inset: 0; overflow: auto; padding: 24px 16px; background: #a80000; color: #fff; font-size: 1.2rem; }
.cover[hidden] { display: none; }
.cover button { display: block; margin: 0 0 16px; }
.over { display: block; font-size: 1.1rem; } .over[hidden] { display: none; }
@media (forced-colors: active) {
  button[aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
  .cover { border: 8px solid; }
}
`

export const PAGE_SCRIPT = `
(function () {
  'use strict'
  var all = function (what) { return Array.prototype.slice.call(document.querySelectorAll(what)) }
  var acknowledged = false
  var own = 'nl'
  var locales = ${JSON.stringify(LOCALES)}
  var today = function () { return new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' }) }
  // Behind a link: what the server knows now, and whether this page may not be the newest.
  var server = { dig: null, isOld: false }
  function write(element, text) { if (element.textContent !== text) element.textContent = text }
  function showDig() {
    all('.dig').forEach(function (each) {
      var dig = server.dig ? server.dig[each.lang] : JSON.parse(each.dataset.dig)
      var said = dig.stages[0]
      dig.stages.forEach(function (stage) { if (stage.from <= today()) said = stage })
      if (said.answer === 'yes' && (server.isOld || today() !== dig.on)) said = dig.stale
      var day = new Date(today() + 'T12:00:00Z').toLocaleDateString(locales[each.lang], { dateStyle: 'long', timeZone: 'Europe/Amsterdam' })
      each.dataset.answer = said.answer
      write(each.querySelector('strong'), said.title.replace('#', day))
      write(each.querySelector('span'), said.why.replace('#', day))
    })
  }
  function show() {
    showDig()
    document.documentElement.lang = own
    all('main, .strip').forEach(function (each) { each.hidden = each.lang !== own })
    all('[data-lang]').forEach(function (each) { each.setAttribute('aria-pressed', String(each.dataset.lang === own)) })
    all('[data-view]').forEach(function (each) { each.textContent = each.getAttribute('data-' + own) })
    var over = null
    all('.cover').forEach(function (each) {
      each.hidden = acknowledged || each.lang !== own || today() <= each.dataset.until
      if (!each.hidden) over = each
    })
    all('.over').forEach(function (each) { each.hidden = today() <= each.dataset.until })
    all('main, nav, .map-view').forEach(function (each) { each.inert = over !== null })
    if (over && !over.contains(document.activeElement)) over.querySelector('button').focus()
    all('[data-since]').forEach(function (each) {
      var days = Math.max(0, Math.floor((Date.now() - Date.parse(each.dataset.since)) / 86400000))
      each.textContent = days === 1 ? each.dataset.one : each.dataset.many.replace('#', String(days))
    })
  }
  all('nav').forEach(function (each) { each.hidden = false })
  all('[data-lang]').forEach(function (each) {
    each.addEventListener('click', function () {
      own = each.dataset.lang
      show()
      document.dispatchEvent(new Event('klic-language'))
    })
  })
  all('.cover button:not([data-lang])').forEach(function (each) {
    each.addEventListener('click', function () { acknowledged = true; show() })
  })
  document.addEventListener('visibilitychange', show)
  document.addEventListener('klic-dig', function (event) { server = event.detail; showDig() })
  show()
})()
`

/** The look of the map: black on white, thick edges, wide enough for a thumb. */
export const MAP_STYLE = `
.on-map main { display: none; }
.map-view { display: none; }
.on-map .map-view { display: flex; flex-direction: column; position: fixed; inset: 64px 0 0; background: #fff; }
.strip { border: 4px solid #b00000; border-radius: 0; padding: 6px 10px; min-height: 48px; color: #b00000; font-weight: bold; text-align: left; line-height: 1.25; font-size: 16px; }
.strip[hidden] { display: none; }
.strip small { color: #000; font-size: 14px; font-weight: normal; }
.strip .dig { margin: 0 0 4px; padding: 2px 8px; border-width: 2px; }
.strip .dig span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-size: 14px; font-weight: normal; }
.stage { flex: 1; position: relative; overflow: hidden; min-height: 0; }
.map { position: absolute; inset: 0; overflow: hidden; }
.first { position: absolute; left: 16px; top: 16px; width: calc(100% - 32px); height: calc(100% - 32px); overflow: visible; pointer-events: none; }
.maplibregl-canvas-container, .maplibregl-canvas { position: absolute; inset: 0; }
.maplibregl-canvas:focus-visible { outline-offset: -4px; }
.slow-picture { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.slow-picture canvas { position: absolute; transform-origin: 0 0; will-change: transform; }
.maplibregl-canvas:focus-visible + .slow-picture { outline: 4px solid #ff8c00; outline-offset: -4px; }
.maplibregl-canvas { touch-action: none; }
.maplibregl-control-container { display: none; }
.panel { max-height: 68%; overflow: auto; padding: 8px 12px; border-top: 4px solid #000; background: #fff; position: absolute; inset: auto 0 0; }
.panel[hidden] { display: none; }
.panel > button:not(.close) { margin: 4px 8px 4px 0; }
.panel h2 { margin: 4px 56px 4px 0; } .panel h3 { margin: 10px 0 4px; } .panel p { margin: 6px 56px 6px 0; }
.panel .close { position: sticky; float: right; top: 0; padding: 0; width: 48px; }
.panel label { display: flex; align-items: center; gap: 10px; min-height: 48px; }
.panel input[type='checkbox'] { width: 28px; height: 28px; flex: none; }
input[type='search'], input[type='file'] { font: inherit; width: 100%; min-height: 48px; border: 2px solid #000; border-radius: 6px; padding: 6px 10px; }
.panel input[type='search'] { width: calc(100% - 60px); }
.swatch { display: inline-block; width: 26px; height: 10px; margin-right: 6px; border: 1px solid #000; flex: none; forced-color-adjust: none; }
dl { display: grid; grid-template-columns: minmax(7rem, 2fr) 3fr; gap: 2px 10px; margin: 8px 0; } dt { color: #333; } dd { margin: 0; font-weight: bold; }
.hits button, .others button { display: block; width: 100%; text-align: left; margin: 6px 0; }
.length { font-size: 1.4rem; font-weight: bold; }
.quiet { color: #333; font-size: 16px; }
.tools { min-height: 56px; display: flex; flex-wrap: wrap; gap: 4px; padding: 4px; background: #000; }
.tools button { flex: 1 1 auto; padding: 4px; font-size: 15px; font-weight: normal; white-space: nowrap; }
.tools .off { flex-basis: 100%; background: #b00000; color: #fff; font-weight: bold; }
`

/** The look of the trench plan: one column for a thumb. */
export const TRENCH_STYLE = `
.trenches { scroll-margin-top: 72px; }
.trenches details { border: 2px solid #000; border-radius: 6px; margin: 8px 0; scroll-margin-top: 72px; }
.trenches summary { min-height: 48px; padding: 8px 12px; cursor: pointer; } .trenches summary small { display: block; }
.trenches details > :not(summary) { margin-left: 12px; margin-right: 12px; }
.trenches .swatch { display: inline-block; width: 26px; height: 10px; margin-right: 6px; border: 1px solid #000; forced-color-adjust: none; }
.trenches button { margin: 4px 8px 4px 0; }
.trenches form, .noted { border-left: 6px solid #ffd400; padding-left: 10px; margin: 8px 0; }
.trenches form label { display: block; margin: 8px 0; } .trenches form input { font: inherit; width: 100%; min-height: 48px; border: 2px solid #000; border-radius: 6px; padding: 6px 10px; }
.noted canvas, form canvas { display: block; max-width: 100%; margin: 6px 0; }
`
