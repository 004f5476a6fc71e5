/** What of the page is seen, the map or the list, and its own look at whether anything was changed. */
import { checked } from './check.ts'
import { element } from './elements.ts'
import { words } from './words.ts'

/** The page's own words for both views stand in it; here they are only switched. */
export const views = (): void => {
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

export const checking = (publicKey: string): void => {
  for (const place of document.querySelectorAll<HTMLElement>('.check')) {
    const render = (): void => {
      const { check, checkHow, checkLimits, checking: busy, unchanged, changed, cannotCheck } = words()
      const input = element('input', { type: 'file', accept: '.zip,application/zip', 'aria-label': check })
      const said = element('p', { class: 'careful', role: 'status' })
      input.addEventListener('change', async () => {
        const file = input.files?.[0]
        if (!file) return
        said.textContent = busy
        const verdict = await checked(file, publicKey)
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
