/** How the page of the API looks: one sheet, light and dark, and paper. */
export const DOCS_STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
*{box-sizing:border-box}body{font:16px/1.55 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.85rem}
nav h2{font-size:.85rem;margin:1rem 0 .25rem}nav ul{list-style:none;margin:0;padding:0}nav li{overflow-wrap:anywhere;padding:.1rem 0}
main{padding:1rem 2rem 6rem;max-width:66rem}h1{margin-top:0}main h2{border-bottom:1px solid var(--line);margin-top:3rem}
h3{font-size:1.05rem;margin-top:2.5rem;overflow-wrap:anywhere}section{scroll-margin-top:1rem}
table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.92rem}th{text-align:left}
th,td{border-top:1px solid var(--line);padding:.3rem .8rem .3rem 0;vertical-align:top;overflow-wrap:anywhere}
code,pre{font:.88em/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;overflow:auto;border-radius:.4rem}
summary{cursor:pointer;padding:.15rem 0}a{color:light-dark(#0b57a4,#8ab8f0)}
.method{display:inline-block;min-width:3.6em;font:600 .8em ui-monospace,monospace}
.get{color:light-dark(#0b6e3f,#6fcf97)}.post{color:light-dark(#0b57a4,#8ab8f0)}.delete{color:light-dark(#b3261e,#f2a29b)}
@media(max-width:60rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}
@media print{nav{display:none}body{display:block}}`
