/** The panels over the map. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeTokenFromUrl } from './api/session.ts'
import { App } from './app.tsx'

takeTokenFromUrl()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
