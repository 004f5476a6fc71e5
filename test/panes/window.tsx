/** Mounts the window's own App into an element: the entry of dist/panes. */
import { createRoot } from 'react-dom/client'
import { App } from '../../renderer/app/app.tsx'
import { takeTokenFromUrl } from '../../renderer/features/users/session-api.ts'

/** @returns unmounts it */
export const mount = (place: Element): (() => void) => {
  takeTokenFromUrl()
  const root = createRoot(place)
  root.render(<App />)
  return () => root.unmount()
}
