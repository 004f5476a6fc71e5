/** Whether somebody works by keys just now: browsers frame all that a script focuses while nothing had the focus. */
let lastWasKey = false
addEventListener('keydown', () => (lastWasKey = true), true)
addEventListener('pointerdown', () => (lastWasKey = false), true)

/** Screen readers and Tab begin there; a frame around it tells others nothing. It scrolls nothing. */
export const beginAt = (element: HTMLElement): void => {
  element.toggleAttribute('data-unframed', !lastWasKey)
  element.addEventListener('blur', () => element.removeAttribute('data-unframed'), { once: true })
  element.focus({ preventScroll: true })
}

/** Brings the first field that a form still lacks into sight, and begins there. */
export const goToNeeded = (form: HTMLElement | null): void => {
  const needed = form?.querySelector('[data-needed]')
  const field =
    needed?.querySelector<HTMLElement>('.making input, textarea, [role=spinbutton]') ??
    needed?.querySelector<HTMLElement>('button')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
