/** What was typed, once the hand has paused: then the server is asked. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 220

export const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
