// @ts-check
/** node --import register.mjs main.js: every import of "electron" gets the double. */
import { registerHooks } from 'node:module'

const double = new URL('./electron.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: double, shortCircuit: true } : next(specifier, context),
})
