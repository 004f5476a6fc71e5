/**
 * What a page behind a link for the site does beside the one of a ZIP: it has itself kept for use without a network (service worker,
 * whose scope is the secret address), and says as soon as there is a network that there is a newer one, or that the address is
 * good no longer; then it wipes what was kept. Served by us: nothing in it comes from a delivery.
 */

import { type Language, LOCALES } from '../../../texts/languages.ts'
import { translate } from '../../../texts/texts.ts'

/** Caches of one address: each content has one of its own, which is whole when `now` is in it. */
const CACHES = `
  var prefix = function (scope) { return 'klic-site ' + scope + ' ' }
  var ofScope = function (scope) {
    return caches.keys().then(function (names) { return names.filter(function (name) { return name.indexOf(prefix(scope)) === 0 }) })
  }
`

/** The service worker. What is kept is shown first: a network on a building site answers late or half. */
export const LINK_WORKER = `'use strict'
;(function () {
  ${CACHES}
  var scope = self.registration.scope
  function fetched(path) {
    return fetch(scope + path, { cache: 'no-store' }).then(function (answer) {
      if (!answer.ok) throw new Error(path + ': ' + answer.status)
      return answer
    })
  }
  async function keep() {
    var now = await fetched('now')
    var version = (await now.clone().json()).version
    var name = prefix(scope) + version
    var cache = await caches.open(name)
    if (!(await cache.match(scope + 'now'))) {
      var list = await (await fetched('files')).json()
      await cache.put(scope, await fetched('?keep'))
      for (var path of list.files) await cache.put(scope + path, await fetched(path))
      now = await fetched('now')
      // Another one while it was fetched: its pieces may be of two contents.
      if (list.version !== version || (await now.clone().json()).version !== version) {
        await caches.delete(name)
        throw new Error('it changed meanwhile')
      }
    }
    await cache.put(scope + 'now', now)
    var all = await ofScope(scope)
    await Promise.all(all.filter(function (each) { return each !== name }).map(function (each) { return caches.delete(each) }))
    return version
  }
  async function kept(address) {
    for (var name of await ofScope(scope)) {
      var cache = await caches.open(name)
      var found = (await cache.match(scope + 'now')) && (await cache.match(address))
      if (found) return found
    }
    return undefined
  }
  var keeping = null
  self.addEventListener('install', function (event) { event.waitUntil(self.skipWaiting()) })
  self.addEventListener('activate', function (event) { event.waitUntil(self.clients.claim()) })
  self.addEventListener('message', function (event) {
    var port = event.ports[0]
    keeping = keeping || keep().finally(function () { keeping = null })
    event.waitUntil(keeping.then(
      function (version) { port.postMessage({ version: version }) },
      function () { port.postMessage({ version: null }) }
    ))
  })
  self.addEventListener('fetch', function (event) {
    var address = event.request.url.split(/[?#]/)[0]
    if (event.request.method !== 'GET' || address.indexOf(scope) !== 0) return
    if (['now', 'files', 'worker.js'].indexOf(address.slice(scope.length)) >= 0) return
    event.respondWith(kept(address).then(function (found) { return found || fetch(event.request) }))
  })
})()
`

/** Milliseconds between looks while the page is seen. */
const LOOK_AGAIN_MS = 60_000
/** The same without a network: not every device tells when it is back. */
const TRY_AGAIN_MS = 10_000

export const LINK_SCRIPT = `
(function () {
  'use strict'
  ${CACHES}
  var words = JSON.parse(document.getElementById('link-words').textContent)
  var own = JSON.parse(document.getElementById('link-facts').textContent)
  var bar = document.querySelector('.link')
  var scope = new URL('./', location.href).href
  var canKeep = 'serviceWorker' in navigator && 'caches' in window
  var state = { now: null, isOnline: true, kept: canKeep ? 'keeping' : 'unkept', at: null, isGone: false, isRefused: false }
  var isOpened = false
  var moment = function (ms) {
    return new Date(ms).toLocaleString(${JSON.stringify(LOCALES)}[document.documentElement.lang], { dateStyle: 'short', timeStyle: 'short' })
  }
  function say() {
    var said = words[document.documentElement.lang]
    if (state.isGone) {
      var cover = document.createElement('div')
      cover.className = 'cover'
      cover.setAttribute('role', 'alertdialog')
      var title = document.createElement('h2')
      title.textContent = said.gone.title
      var why = document.createElement('p')
      why.textContent = said.gone.why
      cover.append(title, why)
      document.body.replaceChildren(cover)
      document.dispatchEvent(new Event('klic-gone'))
      return
    }
    var now = state.now
    var isNewer = now !== null && now.version !== own.version
    var isPast = now !== null && Date.parse(now.expires_at) <= Date.now()
    var at = state.at === null ? '?' : moment(state.at)
    var line = isNewer ? (now.revision === own.revision ? said.changed : said.newer.replace('#', now.revision))
      : isPast ? said.past.replace('#', moment(Date.parse(now.expires_at)))
      : now !== null && now.is_outdated ? said.outdated
      : !state.isOnline ? said.offline.replace('#', at)
      : state.kept === 'kept' ? said.kept.replace('#', at)
      : said[state.kept]
    // By data that are not the newest, or of which the server does not say so, nobody is told yes.
    var isOld = isNewer || isPast || state.isRefused || (now !== null && now.is_outdated)
    document.dispatchEvent(new CustomEvent('klic-dig', { detail: { dig: now && now.dig, isOld: isOld } }))
    var isCareful = isOld || !state.isOnline || state.kept !== 'kept'
    bar.hidden = false
    bar.classList.toggle('careful', isCareful)
    bar.replaceChildren(document.createTextNode(line))
    if (isNewer && state.kept !== 'keeping') {
      var open = document.createElement('button')
      open.type = 'button'
      open.textContent = said.open
      open.addEventListener('click', function () { location.reload() })
      bar.append(open)
    }
    // Of a day that is known: without a network it may be another.
    if (now === null || isPast || !state.isOnline) return
    if (now.presence === 'reported') bar.append(said.seen)
    if (now.presence !== 'wanted') return
    var here = document.createElement('button')
    here.type = 'button'
    here.textContent = said.seenToday
    here.addEventListener('click', report)
    bar.append(here)
  }
  async function report() {
    try {
      var answer = await fetch('presence', { method: 'POST', cache: 'no-store', credentials: 'omit' })
      if (answer.ok) {
        state.now = await answer.json()
        state.at = Date.now()
        say()
        return
      }
    } catch (error) {
      state.isOnline = false
    }
    look()
  }
  function forget() {
    state.isGone = true
    say()
    if (!canKeep) return
    ofScope(scope).then(function (names) { return Promise.all(names.map(function (name) { return caches.delete(name) })) })
    navigator.serviceWorker.getRegistration(scope).then(function (found) { if (found) found.unregister() })
  }
  function keep() {
    if (!canKeep) return
    state.kept = 'keeping'
    navigator.serviceWorker.register('worker.js').then(function () { return navigator.serviceWorker.ready }).then(function (registration) {
      return new Promise(function (resolve) {
        var channel = new MessageChannel()
        channel.port1.onmessage = function (event) { resolve(event.data.version) }
        registration.active.postMessage('keep', [channel.port2])
      })
    }).then(
      function (version) { state.kept = version === null ? 'failed' : 'kept'; say() },
      function () { state.kept = 'unkept'; say() }
    )
  }
  /** What was kept says when it was last known to be the newest, and until when the address is good. */
  function remembered() {
    if (!canKeep || state.now !== null) return
    caches.match(scope + 'now').then(function (found) { return found ? found.json() : null }).then(function (known) {
      if (known === null || state.now !== null) return
      state.now = known
      state.at = Date.parse(known.at)
      say()
    })
  }
  async function look() {
    if (state.isGone) return
    var answer
    try {
      answer = await fetch('now' + (isOpened ? '' : '?opened=' + own.revision), { cache: 'no-store', credentials: 'omit' })
      var body = await answer.json()
      state.isRefused = !answer.ok
      if (answer.ok) {
        isOpened = true
        state.isOnline = true
        state.now = body
        state.at = Date.now()
        if (state.kept === 'failed' || state.isFirst !== false || body.version !== own.version) keep()
        state.isFirst = false
      } else if (body.detail && ['NOT_FOUND', 'FILES_REMOVED'].indexOf(body.detail.error_code) >= 0) {
        forget()
        return
      }
    } catch (error) {
      // No network, or one that answers for everybody.
      state.isOnline = false
      if (state.kept === 'keeping' && state.isFirst !== false) state.kept = 'failed'
      remembered()
    }
    say()
  }
  document.addEventListener('klic-language', say)
  document.addEventListener('visibilitychange', function () { if (!document.hidden) look() })
  window.addEventListener('online', look)
  function again() {
    setTimeout(function () { (document.hidden ? Promise.resolve() : look()).then(again) }, state.isOnline ? ${LOOK_AGAIN_MS} : ${TRY_AGAIN_MS})
  }
  look().then(again)
})()
`

export const LINK_STYLE = `
.link { padding: 8px 12px; background: #eee; border-bottom: 2px solid #000; font-size: 0.9rem; }
.link.careful { background: #a80000; color: #fff; }
.link button { display: block; margin-top: 6px; }
.link[hidden] { display: none; }
body.on-map { display: flex; flex-direction: column; height: 100dvh; overflow: hidden; }
body.on-map .map-view { position: static; flex: 1; min-height: 0; }
`

/** What the page says of itself: its script writes a number or a moment for each `#`. */
export const linkWords = (language: Language) => {
  const t = translate(language)
  return {
    kept: t('siteLink.kept', { at: '#' }),
    keeping: t('siteLink.keeping'),
    unkept: t('siteLink.unkept'),
    failed: t('siteLink.failed'),
    offline: t('siteLink.offline', { at: '#' }),
    outdated: t('siteLink.outdated'),
    newer: t('siteLink.newer', { revision: '#' }),
    changed: t('siteLink.changed'),
    open: t('siteLink.open'),
    past: t('siteLink.past', { until: '#' }),
    seenToday: t('digging.seenToday'),
    seen: t('siteLink.seen'),
    gone: { title: t('siteLink.gone.title'), why: t('siteLink.gone.why') },
  }
}
