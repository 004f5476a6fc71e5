/** Whether somebody works by keys just now: browsers frame all that a script focuses while nothing had the focus. */
let lastWasKey = false
addEventListener('keydown', () => (lastWasKey = true), true)
addEventListener('pointerdown', () => (lastWasKey = false), true)

export const isByKeys = (): boolean => lastWasKey
