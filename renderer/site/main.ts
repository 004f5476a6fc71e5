/** The program in the page of a site package: the map, and what is asked of it with one finger. */

import { EXTRA_GROUPS, type ExtraGroup, THEMES } from '../../server/contract/vocabulary.ts'
import { toRd } from '../map/exact.ts'
import type { ResultChoice } from '../map/layers/result.ts'
import { card } from './card.ts'
import { checked } from './check.ts'
import { button, element, part } from './elements.ts'
import { CRUDE_M, circle, type Here, watchHere } from './here.ts'
import { type Picked, SiteMap } from './map.ts'
import { eachObject, facts, objectOf, type SiteObject } from './pieces.ts'
import { MAX_HITS, search } from './search.ts'
import { figure, language, words } from './words.ts'

type Panel = 'none' | 'card' | 'themes' | 'search' | 'measure' | 'here'

const begin = (known: NonNullable<typeof facts>): void => {
  let choice: ResultChoice = { hidden: [], hiddenOperators: [], extra: Object.keys(EXTRA_GROUPS), strengths: {} }
  let withGround = true
  let panel: Panel = 'none'
  let picked: readonly SiteObject[] = []
  let points: [number, number][] = []
  let here: Here | null | undefined
  let stopWatching = () => {}
  let asked = ''

  const view = part('.map-view')
  const place = part('.panel')
  const tools = part('.tools')
  const site = new SiteMap(part('.map'), known, choice)
  const { map } = site

  const close = (): void => {
    panel = 'none'
    picked = []
    points = []
    stopWatching()
    stopWatching = () => {}
    for (const source of ['picked', 'measured', 'here'] as const) site.put(source, [])
    render()
  }
  const open = (next: Panel): void => {
    if (panel !== 'none') close()
    panel = next
    render()
  }
  const changed = (next: Partial<ResultChoice>): void => {
    choice = { ...choice, ...next }
    site.show(choice, withGround)
    render()
  }

  const themes = (): HTMLElement[] => {
    const { all, ground, result } = words()
    const box = (text: string, isOn: boolean, act: (on: boolean) => void, colour?: string): HTMLElement => {
      const input = element('input', { type: 'checkbox' })
      input.checked = isOn
      input.addEventListener('change', () => act(input.checked))
      const swatch = colour === undefined ? null : element('span', { class: 'swatch' })
      if (swatch && colour !== undefined) swatch.style.background = colour
      return element('label', {}, input, swatch, text)
    }
    return [
      ...THEMES.filter(({ id }) => present.has(id)).map((theme) =>
        box(
          `${theme[language()]} (${present.get(theme.id)})`,
          !choice.hidden.includes(theme.id),
          (on) =>
            changed({ hidden: on ? choice.hidden.filter((id) => id !== theme.id) : [...choice.hidden, theme.id] }),
          theme.colour,
        ),
      ),
      button(all, () => changed({ hidden: [] })),
      ...(Object.keys(EXTRA_GROUPS) as ExtraGroup[]).map((group) =>
        box(result.extra[group], choice.extra.includes(group), (on) =>
          changed({ extra: on ? [...choice.extra, group] : choice.extra.filter((each) => each !== group) }),
        ),
      ),
      ...(known.ground.length > 0
        ? [
            box(ground, withGround, (on) => {
              withGround = on
              changed({})
            }),
          ]
        : []),
    ]
  }
  const present = new Map<string, number>()

  const searching = (): HTMLElement[] => {
    const { searchWhat, searchLimits, found, foundMore, objects } = words()
    const list = element('div', { class: 'hits', 'aria-live': 'polite' })
    const input = element('input', { type: 'search', placeholder: searchWhat, 'aria-label': searchWhat })
    input.value = asked
    const look = async (): Promise<void> => {
      asked = input.value
      const hits = await search(asked)
      if (input.value !== asked) return
      const rows = hits.slice(0, MAX_HITS).map((hit) =>
        button(hit.count === 1 ? hit.text : `${hit.text} (${objects(hit.count)})`, () => {
          const [west, south, east, north] = hit.box
          map.fitBounds([west, south, east, north], { padding: 60, maxZoom: 20, animate: false })
          if (hit.count === 1) choose(hit.objects)
        }),
      )
      list.replaceChildren(
        ...(asked.trim().length < 2 ? [] : [element('p', {}, found(hits.length))]),
        ...rows,
        ...(hits.length > MAX_HITS ? [element('p', {}, foundMore(MAX_HITS))] : []),
      )
    }
    input.addEventListener('input', () => void look())
    return [input, list, element('p', { class: 'quiet' }, searchLimits)]
  }

  const measured = (): HTMLElement[] => {
    const { measureHow, undo, clear } = words()
    const rd = points.map(toRd)
    const metres = rd.slice(1).reduce((sum, [x, y], i) => {
      const [fromX, fromY] = rd[i] ?? [x, y]
      return sum + Math.hypot(x - fromX, y - fromY)
    }, 0)
    const redraw = (next: [number, number][]): void => {
      points = next
      site.put('measured', measureFeatures(points))
      render()
    }
    return [
      element('p', { class: 'length', 'aria-live': 'polite' }, points.length < 2 ? measureHow : `${figure(metres)} m`),
      button(undo, () => redraw(points.slice(0, -1))),
      button(clear, () => redraw([])),
    ]
  }

  const whereIam = (): HTMLElement[] => {
    const { hereAsking, hereFailed, hereOutside, hereWithin, hereCrude } = words()
    if (here === undefined) return [element('p', {}, hereAsking)]
    if (here === null) return [element('p', { class: 'careful' }, hereFailed)]
    const within = hereWithin(`${figure(Math.ceil(here.accuracyM), 0)} m`)
    return [
      element('p', {}, within),
      ...(here.accuracyM > CRUDE_M ? [element('p', { class: 'careful' }, hereCrude)] : []),
      ...(here.isOutside ? [element('p', { class: 'careful' }, hereOutside)] : []),
    ]
  }

  const render = (): void => {
    const { close: closing } = words()
    const bodies: Record<Panel, () => HTMLElement[]> = {
      none: () => [],
      card: () => [card(picked, (object) => choose([object, ...picked.filter((each) => each !== object)]))],
      themes,
      search: searching,
      measure: measured,
      here: whereIam,
    }
    const scrolled = place.scrollTop
    place.hidden = panel === 'none'
    place.replaceChildren(
      ...(panel === 'none' ? [] : [button('✕', close, { class: 'close', 'aria-label': closing }), ...bodies[panel]()]),
    )
    place.scrollTop = panel === 'themes' ? scrolled : 0
    const off = choice.hidden.length
    const names = { themes: words().themes, search: words().search, measure: words().measure, here: words().here }
    tools.replaceChildren(
      ...(off > 0 ? [button(words().hidden(off), () => changed({ hidden: [] }), { class: 'off' })] : []),
      ...(Object.entries(names) as [keyof typeof names, string][]).map(([name, text]) =>
        button(text, () => (panel === name ? close() : start(name)), { 'aria-pressed': String(panel === name) }),
      ),
    )
  }

  const start = (next: Panel): void => {
    open(next)
    if (next !== 'here') return
    here = undefined
    let isFirst = true
    stopWatching = watchHere(known, (found) => {
      here = found
      site.put('here', found ? circle(found) : [])
      if (found && isFirst && !found.isOutside)
        map.easeTo({ center: found.at, zoom: Math.max(map.getZoom(), 18), animate: false })
      isFirst = false
      render()
    })
    render()
  }

  let shapes = new Map<SiteObject, GeoJSON.Geometry>()
  const choose = (objects: readonly SiteObject[]): void => {
    picked = objects
    panel = 'card'
    const [first] = objects
    const geometry = first && shapes.get(first)
    site.put('picked', geometry ? [{ type: 'Feature', properties: {}, geometry }] : [])
    render()
  }
  const tapped = async (found: readonly Picked[]): Promise<void> => {
    shapes = new Map()
    const objects: SiteObject[] = []
    for (const { layer, fid, geometry } of found) {
      const object = await objectOf(layer, fid)
      if (!object) continue
      objects.push(object)
      shapes.set(object, geometry)
    }
    choose(objects)
  }

  map.on('click', ({ point, lngLat }) => {
    if (panel === 'measure') {
      points = [...points, [lngLat.lng, lngLat.lat]]
      site.put('measured', measureFeatures(points))
      render()
    } else {
      if (panel !== 'card') close()
      void tapped(site.at(point))
    }
  })
  map.once('idle', async () => {
    view.dataset.drawn = 'true'
    for (const { properties } of await eachObject())
      if (typeof properties.thema === 'string') present.set(properties.thema, (present.get(properties.thema) ?? 0) + 1)
    view.dataset.known = 'true'
    if (panel === 'themes') render()
  })
  document.addEventListener('klic-language', render)
  render()
}

const measureFeatures = (points: readonly [number, number][]): GeoJSON.Feature[] => [
  ...points.map(
    (coordinates): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }),
  ),
  ...(points.length > 1
    ? [
        {
          type: 'Feature' as const,
          properties: {},
          geometry: { type: 'LineString' as const, coordinates: [...points] },
        },
      ]
    : []),
]

/** The page's own words for both views stand in it; here they are only switched. */
const views = (): void => {
  const show = (name: string): void => {
    document.body.classList.toggle('on-map', name === 'map')
    for (const each of document.querySelectorAll<HTMLElement>('[data-view]'))
      each.setAttribute('aria-pressed', String(each.dataset.view === name))
  }
  for (const each of document.querySelectorAll<HTMLElement>('[data-view]')) {
    each.hidden = false
    each.addEventListener('click', () => show(each.dataset.view ?? 'map'))
  }
  for (const each of document.querySelectorAll('.strip')) each.addEventListener('click', () => show('list'))
  show('map')
}

const checking = (publicKey: string): void => {
  for (const place of document.querySelectorAll<HTMLElement>('.check')) {
    const render = (): void => {
      const { check, checkHow, checkLimits, checking: busy, unchanged, changed, cannotCheck } = words()
      const input = element('input', { type: 'file', accept: '.zip,application/zip', 'aria-label': check })
      const said = element('p', { class: 'careful', role: 'status' })
      input.addEventListener('change', async () => {
        const file = input.files?.[0]
        if (!file) return
        said.textContent = busy
        const verdict = await checked(await file.arrayBuffer(), publicKey)
        said.textContent = { unchanged, changed, cannot: cannotCheck }[verdict]
        said.dataset.verdict = verdict
      })
      place.replaceChildren(
        element('h2', {}, check),
        element('p', {}, checkHow),
        input,
        said,
        element('p', { class: 'quiet' }, checkLimits(publicKey)),
      )
    }
    render()
    document.addEventListener('klic-language', render)
  }
}

if (facts) {
  checking(facts.publicKey)
  views()
  try {
    begin(facts)
  } catch {
    document.body.classList.remove('on-map')
    for (const each of document.querySelectorAll<HTMLElement>('[data-view]')) each.hidden = true
    for (const main of document.querySelectorAll('main'))
      main.prepend(element('p', { class: 'careful' }, words().noMap))
  }
}
