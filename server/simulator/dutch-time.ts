/** Moments as Kadaster writes them: Dutch wall time with its offset, whole or (in the delivery list) hours only. */

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** @param offset minutes: `+01:00`, hours: `+01` */
export const dutchTime = (ms: number, offset: 'minutes' | 'hours' = 'minutes'): string => {
  const part = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
  const wall = `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
  const hours = Math.round((Date.parse(`${wall}Z`) - Math.floor(ms / 1000) * 1000) / 3_600_000)
  return `${wall}+${String(hours).padStart(2, '0')}${offset === 'minutes' ? ':00' : ''}`
}
