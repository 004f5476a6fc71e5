// @ts-check
/** Processor time of this process and of the children that have ended, with all of theirs. */
import fs from 'node:fs'
import process from 'node:process'

/** Linux counts it in hundredths of a second (sysconf(_SC_CLK_TCK)), on every kernel. */
const TICKS_A_SECOND = 100
/** utime, stime, cutime and cstime of proc(5), counted behind the name in brackets. */
const TIMES = [11, 15]

/** @returns {number | undefined} seconds, user and system; undefined where the system does not say it */
export const processorSeconds = () => {
  if (process.platform !== 'linux') return undefined
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(...TIMES).reduce((sum, each) => sum + Number(each), 0) / TICKS_A_SECOND
}
