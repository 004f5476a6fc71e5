/** Elements with their text, which is never read as HTML: what deliveries say is text of others. */
export type Child = Node | string | null

export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  fill(made, ...children)
  return made
}

/** In the place of what it holds. */
export const fill = (place: Element, ...children: readonly Child[]): void =>
  place.replaceChildren(...children.filter((child) => child !== null))

export const button = (text: string, act: () => void, attributes: Readonly<Record<string, string>> = {}) => {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', act)
  return made
}

export const careful = (text: string | null, attributes: Readonly<Record<string, string>> = {}): HTMLElement | null =>
  text ? element('p', { class: 'careful', ...attributes }, text) : null

/** Of a theme. */
export const swatch = (colour = '#000'): HTMLElement => {
  const made = element('span', { class: 'swatch' })
  made.style.background = colour
  return made
}

export const part = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}
