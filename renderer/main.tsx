/** The window starts here: the map first, which takes longest, then what lies on it. */
// Before ours, which changes some of it.
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
import './ui/pages.css'
import './ui/layers.css'
import './ui/projects.css'
import './ui/settings.css'
import './ui/forms.css'
import './ui/operations.css'
import './map/first-map.ts'

void import('./page.tsx')
