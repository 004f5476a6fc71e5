/** The program in the page of a site package: the map, and what is asked of it with one finger. */
import type { SiteOperator } from '../../server/features/site-package/page-schema.ts'
import { EXTRA_GROUPS, type ExtraGroup, THEMES } from '../../server/features/vocabulary.ts'
import type { ResultChoice } from '../map/layers/result.ts'
import { isAskedFor } from './areas.ts'
import { card, operatorCard } from './card.ts'
import { button, element, part, swatch } from './elements.ts'
import { SiteMap, type TappedFeature } from './map.ts'
import { measureFeatures, metresAlong } from './measure.ts'
import { CRUDE_M, circle, type OwnPosition, watchOwnPosition } from './own-position.ts'
import { facts, objectOf, type SiteObject } from './pieces.ts'
import type { Hit } from './search.ts'
import { searchPanel } from './search-panel.ts'
import { figure, t } from './texts.ts'
import { type SiteTrench, sitePlan, sitePlanLayer, trenchList } from './trenches.ts'
import { checking, showView, views } from './views.ts'

type Panel = 'none' | 'card' | 'operator' | 'themes' | 'search' | 'measure' | 'here'

/** Of the map that shows one trench. */
const TRENCH_ZOOM = 19
let openTrenches: ReturnType<typeof trenchList> | null = null

/** Of a finger, in pixels. */
const FINGER = 24

/** Where something is, and how far from the top of the map. */
interface Spot {
  at: [number, number]
  y: number
}

/** After the frame that is being made: what a person waits for is seen before the map is drawn anew. */
const later = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act))

/** A card that nobody sees: what is made and compiled for the first one the first finger does not wait for. */
const rehearse = async ({ objects: [some] }: NonNullable<typeof facts>): Promise<void> => {
  const object = some && (await objectOf(some.layer, some.firsts[0]!))
  if (object) card(object, [], [object], () => {})
}

/** @returns what shows a trench on the map */
const begin = (known: NonNullable<typeof facts>): ((trench: SiteTrench) => void) => {
  let choice: ResultChoice = { hidden: [], hiddenOperators: [], extra: Object.keys(EXTRA_GROUPS), strengths: {} }
  let withGround = true
  let panel: Panel = 'none'
  let picked: readonly SiteObject[] = []
  let whose: SiteOperator | null = null
  /** Where nothing was met */
  let emptyAt: [number, number] | null = null
  /** What lies at its place, read or not */
  let lying: readonly { layer: string }[] = []
  let points: [number, number][] = []
  let here: OwnPosition | null | undefined
  let stopWatching = () => {}

  const view = part('.map-view')
  const stage = part('.stage')
  const place = part('.panel')
  const tools = part('.tools')
  const close = (): void => {
    panel = 'none'
    picked = []
    points = []
    stopWatching()
    stopWatching = () => {}
    for (const source of ['picked', 'measured', 'here'] as const) site.put(source, [])
    render()
    later(() => site.see(0))
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
    const box = (text: string, isOn: boolean, act: (on: boolean) => void, colour?: string): HTMLElement => {
      const input = element('input', { type: 'checkbox' })
      input.checked = isOn
      input.addEventListener('change', () => act(input.checked))
      return element('label', {}, input, colour === undefined ? null : swatch(colour), text)
    }
    return [
      ...THEMES.filter(({ id }) => known.themes[id]).map((theme) =>
        box(
          `${t(`imkl.theme.${theme.id}`)} (${known.themes[theme.id]})`,
          !choice.hidden.includes(theme.id),
          (on) =>
            changed({ hidden: on ? choice.hidden.filter((id) => id !== theme.id) : [...choice.hidden, theme.id] }),
          theme.colour,
        ),
      ),
      button(t('site.all'), () => changed({ hidden: [] })),
      ...(Object.keys(EXTRA_GROUPS) as ExtraGroup[]).map((group) =>
        box(t(`result.extra.${group}`), choice.extra.includes(group), (on) =>
          changed({ extra: on ? [...choice.extra, group] : choice.extra.filter((each) => each !== group) }),
        ),
      ),
      ...(known.ground.length > 0
        ? [
            box(t('site.ground'), withGround, (on) => {
              withGround = on
              changed({})
            }),
          ]
        : []),
    ]
  }
  const goTo = ({ box, operator, objects }: Hit): void => {
    if (operator) {
      whose = operator
      open('operator')
    }
    if (!box) return
    const [west, south, east, north] = box
    const padding = { top: 60, left: 60, right: 60, bottom: 60 + place.offsetHeight }
    map.fitBounds([west, south, east, north], { padding, maxZoom: 20, animate: false })
    if (operator || objects.length !== 1) return
    choose(objects, objects, { at: [(west + east) / 2, (south + north) / 2], y: Infinity })
  }

  const measured = (): HTMLElement[] => {
    const metres = metresAlong(points)
    const redraw = (next: [number, number][]): void => {
      points = next
      site.put('measured', measureFeatures(points))
      render()
    }
    return [
      element(
        'p',
        { class: 'length', 'aria-live': 'polite' },
        points.length < 2 ? t('site.measureHow') : `${figure(metres)} m`,
      ),
      button(t('site.undo'), () => redraw(points.slice(0, -1))),
      button(t('site.clear'), () => redraw([])),
    ]
  }

  const whereIam = (): HTMLElement[] => {
    if (here === undefined) return [element('p', {}, t('site.hereAsking'))]
    if (here === null) return [element('p', { class: 'careful' }, t('site.hereFailed'))]
    const within = t('site.hereWithin', { metres: `${figure(Math.ceil(here.accuracyM), 0)} m` })
    return [
      ...(here.isOutside ? [element('p', { class: 'careful' }, t('site.hereOutside'))] : []),
      element('p', {}, within),
      ...(here.accuracyM > CRUDE_M ? [element('p', { class: 'careful' }, t('site.hereCrude'))] : []),
    ]
  }

  const atPlace = (): HTMLElement[] => {
    const [object, ...others] = picked
    if (object)
      return [card(object, others, lying, (next) => choose([next, ...picked.filter((each) => each !== next)], lying))]
    const isOutside = emptyAt !== null && !isAskedFor(known.areas, emptyAt)
    return [element('p', { class: 'careful' }, isOutside ? t('site.notAskedFor') : t('site.nothing'))]
  }

  const render = (): void => {
    const bodies: Record<Panel, () => HTMLElement[]> = {
      none: () => [],
      card: atPlace,
      operator: () => (whose ? [operatorCard(whose)] : []),
      themes,
      search: () => searchPanel(goTo),
      measure: measured,
      here: whereIam,
    }
    const scrolled = place.scrollTop
    place.hidden = panel === 'none'
    place.replaceChildren(
      ...(panel === 'none'
        ? []
        : [button('✕', close, { class: 'close', 'aria-label': t('site.close') }), ...bodies[panel]()]),
    )
    place.scrollTop = panel === 'themes' ? scrolled : 0
    const off = choice.hidden.length
    const names = {
      themes: t('site.themes'),
      search: t('site.search'),
      measure: t('site.measure'),
      here: t('site.here'),
    }
    const toTrenches = sitePlan ? button(t('site.trenches.tool'), () => openTrenches?.(null)) : null
    tools.replaceChildren(
      ...(off > 0 ? [button(t('site.hidden', { n: off }), () => changed({ hidden: [] }), { class: 'off' })] : []),
      ...(Object.entries(names) as [keyof typeof names, string][]).map(([name, text]) =>
        button(text, () => (panel === name ? close() : start(name)), { 'aria-pressed': String(panel === name) }),
      ),
      ...(toTrenches ? [toTrenches] : []),
    )
  }

  // Before the map, which takes the room that the keys leave.
  render()
  const site = new SiteMap(
    part('.map'),
    known,
    choice,
    sitePlan && sitePlanLayer(sitePlan),
    document.querySelector('.first'),
  )
  const { map } = site

  const start = (next: Panel): void => {
    open(next)
    if (next !== 'here') return
    here = undefined
    let isFirst = true
    stopWatching = watchOwnPosition(known, (found) => {
      here = found
      site.put('here', found ? circle(found) : [])
      render()
      if (found && isFirst && found.isOnMap) {
        map.jumpTo({ zoom: Math.max(map.getZoom(), 18) })
        site.see(place.offsetHeight, found.at)
      }
      isFirst = false
    })
    render()
  }

  let shapes = new Map<SiteObject, GeoJSON.Geometry>()
  /** @param spot that must be seen above the card */
  const choose = (objects: readonly SiteObject[], at: typeof lying, spot?: Spot): void => {
    picked = objects
    lying = at
    panel = 'card'
    render()
    const [first] = objects
    const geometry = first && shapes.get(first)
    later(() => {
      if (panel !== 'card' || picked !== objects) return
      site.put('here', [])
      site.put('picked', geometry ? [{ type: 'Feature', properties: {}, geometry }] : [])
      const height = place.offsetHeight
      if (spot && spot.y > stage.clientHeight - height - FINGER) site.see(height, spot.at)
    })
  }
  const read = async (found: readonly TappedFeature[]): Promise<SiteObject[]> => {
    const objects: SiteObject[] = []
    for (const { layer, fid, geometry } of found) {
      const object = await objectOf(layer, fid)
      if (!object) continue
      objects.push(object)
      shapes.set(object, geometry)
    }
    return objects
  }
  let lastFound: readonly TappedFeature[] = []
  const tapped = async (found: readonly TappedFeature[], spot: Spot): Promise<void> => {
    lastFound = found
    shapes = new Map()
    // The others stand below it: they follow.
    const uppermost = await read(found.slice(0, 1))
    if (lastFound !== found) return
    emptyAt = found.length > 0 ? null : spot.at
    choose(uppermost, found, spot)
    if (found.length > 1) later(() => void others(uppermost, found.slice(1)))
  }
  const others = async (uppermost: readonly SiteObject[], found: readonly TappedFeature[]): Promise<void> => {
    const further = await read(found)
    if (picked !== uppermost) return
    picked = [...uppermost, ...further]
    render()
  }

  map.on('click', ({ point, lngLat }) => {
    const at: [number, number] = [lngLat.lng, lngLat.lat]
    if (panel === 'measure') {
      points = [...points, at]
      site.put('measured', measureFeatures(points))
      render()
    } else {
      const trench = site.trenchAt(point)
      if (trench !== null) return openTrenches?.(trench)
      const found = site.at(point)
      stopWatching()
      void tapped(found, { at, y: point.y })
    }
  })
  site.whenDrawn(() => {
    view.dataset.drawn = 'true'
    later(() => void rehearse(known))
  })
  document.addEventListener('klic-language', render)
  return ({ middle, outline }) => {
    close()
    showView('map')
    const geometry = { type: 'Polygon' as const, coordinates: [[...outline]] }
    site.put('picked', [{ type: 'Feature', properties: {}, geometry }])
    map.jumpTo({ center: middle, zoom: Math.max(map.getZoom(), TRENCH_ZOOM) })
  }
}

let showOnMap: ReturnType<typeof begin> | null = null
if (facts) {
  checking(facts.publicKey)
  views()
  try {
    showOnMap = begin(facts)
  } catch {
    document.body.classList.remove('on-map')
    for (const each of document.querySelectorAll<HTMLElement>('[data-view]')) each.hidden = true
    for (const main of document.querySelectorAll('main'))
      main.prepend(element('p', { class: 'careful' }, t('site.noMap')))
  }
}
if (sitePlan) openTrenches = trenchList(sitePlan, showOnMap)
