/** Keys that work anywhere in the window. */
import { useEffect, useEffectEvent } from 'react'

/** @param isFirst hears the key before what has the focus does */
export const useWindowKeys = (onKey: (event: KeyboardEvent) => void, isFirst = false): void => {
  const heard = useEffectEvent(onKey)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => heard(event)
    addEventListener('keydown', hear, isFirst)
    return () => removeEventListener('keydown', hear, isFirst)
  }, [isFirst])
}
