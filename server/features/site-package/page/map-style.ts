/** The look of the map in the page of a site package: black on white, thick edges, wide enough for a thumb. */
export const MAP_STYLE = `
.on-map main { display: none; }
.map-view { display: none; }
.on-map .map-view { display: flex; flex-direction: column; position: fixed; inset: 64px 0 0; background: #fff; }
.strip { border: 4px solid #b00000; border-radius: 0; padding: 6px 10px; min-height: 48px; color: #b00000; font-weight: bold; text-align: left; line-height: 1.25; font-size: 16px; }
.strip[hidden] { display: none; }
.strip small { color: #000; font-size: 14px; font-weight: normal; }
.strip .dig { margin: 0 0 4px; padding: 2px 8px; border-width: 2px; }
.strip .dig span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-size: 14px; font-weight: normal; }
.stage { flex: 1; position: relative; overflow: hidden; min-height: 0; }
.map { position: absolute; inset: 0; overflow: hidden; }
.first { position: absolute; left: 16px; top: 16px; width: calc(100% - 32px); height: calc(100% - 32px); overflow: visible; pointer-events: none; }
.maplibregl-canvas-container, .maplibregl-canvas { position: absolute; inset: 0; }
.maplibregl-canvas:focus-visible { outline-offset: -4px; }
.slow-picture { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.slow-picture canvas { position: absolute; transform-origin: 0 0; will-change: transform; }
.maplibregl-canvas:focus-visible + .slow-picture { outline: 4px solid #ff8c00; outline-offset: -4px; }
.maplibregl-canvas { touch-action: none; }
.maplibregl-control-container { display: none; }
.panel { max-height: 68%; overflow: auto; padding: 8px 12px; border-top: 4px solid #000; background: #fff; position: absolute; inset: auto 0 0; }
.panel[hidden] { display: none; }
.panel > button:not(.close) { margin: 4px 8px 4px 0; }
.panel h2 { margin: 4px 56px 4px 0; } .panel h3 { margin: 10px 0 4px; } .panel p { margin: 6px 56px 6px 0; }
.panel .close { position: sticky; float: right; top: 0; padding: 0; width: 48px; }
.panel label { display: flex; align-items: center; gap: 10px; min-height: 48px; }
.panel input[type='checkbox'] { width: 28px; height: 28px; flex: none; }
input[type='search'], input[type='file'] { font: inherit; width: 100%; min-height: 48px; border: 2px solid #000; border-radius: 6px; padding: 6px 10px; }
.panel input[type='search'] { width: calc(100% - 60px); }
.swatch { display: inline-block; width: 26px; height: 10px; margin-right: 6px; border: 1px solid #000; flex: none; forced-color-adjust: none; }
dl { display: grid; grid-template-columns: minmax(7rem, 2fr) 3fr; gap: 2px 10px; margin: 8px 0; } dt { color: #333; } dd { margin: 0; font-weight: bold; }
.hits button, .others button { display: block; width: 100%; text-align: left; margin: 6px 0; }
.length { font-size: 1.4rem; font-weight: bold; }
.quiet { color: #333; font-size: 16px; }
.tools { min-height: 56px; display: flex; flex-wrap: wrap; gap: 4px; padding: 4px; background: #000; }
.tools button { flex: 1 1 auto; padding: 4px; font-size: 15px; font-weight: normal; white-space: nowrap; }
.tools .off { flex-basis: 100%; background: #b00000; color: #fff; font-weight: bold; }
`
