/** Where one looks for a word. */
import { button, element } from './elements.ts'
import { type Hit, MAX_HITS, search } from './search.ts'
import { t } from './texts.ts'

/** Still there when somebody comes back. */
let asked = ''

const said = ({ text, count, operator }: Hit): string => {
  const many = operator || count > 1 ? `${text} (${t('site.objects', { n: count })})` : text
  return operator?.delivered === false ? `${many}, ${t('result.deliveredNothing')}` : many
}

/** @param go to what somebody chose */
export const searchPanel = (go: (hit: Hit) => void): HTMLElement[] => {
  const list = element('div', { class: 'hits', 'aria-live': 'polite' })
  const input = element('input', {
    type: 'search',
    placeholder: t('site.searchWhat'),
    'aria-label': t('site.searchWhat'),
  })
  input.value = asked
  const look = async (): Promise<void> => {
    asked = input.value
    const hits = await search(asked)
    if (input.value !== asked) return
    list.replaceChildren(
      ...(asked.trim().length < 2 ? [] : [element('p', {}, t('site.found', { n: hits.length }))]),
      ...hits.slice(0, MAX_HITS).map((hit) => button(said(hit), () => go(hit))),
      ...(hits.length > MAX_HITS ? [element('p', {}, t('site.foundMore', { n: MAX_HITS }))] : []),
    )
  }
  input.addEventListener('input', () => void look())
  return [input, list, element('p', { class: 'quiet' }, t('site.searchLimits'))]
}
