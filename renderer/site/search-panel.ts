/** Where one looks for a word. */
import { button, element } from './elements.ts'
import { type Hit, MAX_HITS, search } from './search.ts'
import { words } from './words.ts'

/** Still there when somebody comes back. */
let asked = ''

const said = ({ text, count, operator }: Hit): string => {
  const { objects, result } = words()
  const many = operator || count > 1 ? `${text} (${objects(count)})` : text
  return operator?.delivered === false ? `${many}, ${result.deliveredNothing}` : many
}

/** @param go to what somebody chose */
export const searchPanel = (go: (hit: Hit) => void): HTMLElement[] => {
  const { searchWhat, searchLimits, found, foundMore } = words()
  const list = element('div', { class: 'hits', 'aria-live': 'polite' })
  const input = element('input', { type: 'search', placeholder: searchWhat, 'aria-label': searchWhat })
  input.value = asked
  const look = async (): Promise<void> => {
    asked = input.value
    const hits = await search(asked)
    if (input.value !== asked) return
    list.replaceChildren(
      ...(asked.trim().length < 2 ? [] : [element('p', {}, found(hits.length))]),
      ...hits.slice(0, MAX_HITS).map((hit) => button(said(hit), () => go(hit))),
      ...(hits.length > MAX_HITS ? [element('p', {}, foundMore(MAX_HITS))] : []),
    )
  }
  input.addEventListener('input', () => void look())
  return [input, list, element('p', { class: 'quiet' }, searchLimits)]
}
