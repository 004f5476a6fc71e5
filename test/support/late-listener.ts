/** A child that listens first whether its parent is there, and for its words only after one has come. */
import { setImmediate as turn } from 'node:timers/promises'
import { listenToParent, tellParent } from '../../server/platform/processes/child.ts'

listenToParent({ gone: () => process.exit(1) })
tellParent({ listening: {} })
while ((process.stdin as NodeJS.ReadStream & { bytesRead: number }).bytesRead === 0) await turn()
for (let n = 0; n < 10; n++) await turn()
listenToParent({ word: (heard) => tellParent({ heard }), gone: () => process.exit(0) })
