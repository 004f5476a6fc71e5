/** The window starts here. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeTokenFromUrl } from './api/session.ts'
import { App } from './app.tsx'
import { whenIdle } from './idle.ts'
import { installGrid } from './map/install-grid.ts'
// Before ours, which changes some of it; the map itself comes later.
import 'maplibre-gl/dist/maplibre-gl.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/sheet.css'
import './ui/controls.css'
import './ui/overlays.css'
import './ui/panels.css'
import './ui/area.css'
import './ui/drawing.css'
import './ui/search.css'
import './ui/feature.css'
import './ui/asking.css'
import './ui/result.css'
import './ui/layers.css'
import './ui/projects.css'
import './ui/settings.css'
import './ui/forms.css'
import './ui/operations.css'

/** By then a window is drawn, and nobody has drawn in it yet. */
const GRID_BY_MS = 1000

takeTokenFromUrl()
// Reading it takes a moment that the first picture would wait for.
whenIdle(() => void installGrid(), GRID_BY_MS)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
