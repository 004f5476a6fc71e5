import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the one that is chosen in a list that is longer than its room: it is brought into sight when another is.
 * @param block where in the room it comes: no further than it must, or in the middle, where what is around it is seen too
 */
export const useInSight = <T extends Element>(
  chosen: string,
  block: 'nearest' | 'center' = 'nearest',
): RefObject<T | null> => {
  const ref = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another element
  useEffect(() => {
    // What it gives back, a promise in newer browsers, is no clean-up.
    void ref.current?.scrollIntoView({ block, inline: 'nearest' })
  }, [chosen])
  return ref
}
