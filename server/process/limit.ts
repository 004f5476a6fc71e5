/** At most so many at a time; the others wait their turn. */
export function limit<A extends unknown[], R>(
  atOnce: number,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...args) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work(...args)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Made once for each name. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name) ?? make(name)
    known.set(name, found)
    return found
  }
}
