/** A string of its own: a slice would keep the whole chunk it was cut from alive. */
export const copy = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
