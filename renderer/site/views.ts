/** What of the page is seen, the map or the list, and its own look at whether anything was changed. */
import { checkPackage } from './check.ts'
import { element } from './elements.ts'
import { t } from './texts.ts'

export const showView = (name: string): void => {
  document.body.classList.toggle('on-map', name === 'map')
  for (const each of document.querySelectorAll<HTMLElement>('[data-view]'))
    each.setAttribute('aria-pressed', String(each.dataset.view === name))
}

/** The page's own words for both views stand in it; here they are only switched. */
export const views = (): void => {
  for (const each of document.querySelectorAll<HTMLElement>('[data-view]')) {
    each.hidden = false
    each.addEventListener('click', () => showView(each.dataset.view ?? 'map'))
  }
  for (const each of document.querySelectorAll('.strip')) each.addEventListener('click', () => showView('list'))
  showView('map')
}

const VERDICTS = {
  unchanged: 'site.unchanged',
  changed: 'site.changed',
  cannot: 'site.cannotCheck',
} as const

export const checking = (publicKey: string): void => {
  for (const place of document.querySelectorAll<HTMLElement>('.check')) {
    const render = (): void => {
      const input = element('input', { type: 'file', accept: '.zip,application/zip', 'aria-label': t('site.check') })
      const said = element('p', { class: 'careful', role: 'status' })
      input.addEventListener('change', async () => {
        const file = input.files?.[0]
        if (!file) return
        said.textContent = t('site.checking')
        const verdict = await checkPackage(file, publicKey)
        said.textContent = t(VERDICTS[verdict])
        said.dataset.verdict = verdict
      })
      place.replaceChildren(
        element('h2', {}, t('site.check')),
        element('p', {}, t('site.checkHow')),
        input,
        said,
        element('p', { class: 'quiet' }, t('site.checkLimits', { key: publicKey })),
      )
    }
    render()
    document.addEventListener('klic-language', render)
  }
}
