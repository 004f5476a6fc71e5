import { type RefObject, useEffect, useRef } from 'react'

/** For the one that is chosen in a list that is longer than its room: it is brought into sight when another is. */
export const useInSight = <T extends Element>(chosen: string): RefObject<T | null> => {
  const ref = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another element
  useEffect(() => {
    // What it gives back, a promise in newer browsers, is no clean-up.
    void ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return ref
}
