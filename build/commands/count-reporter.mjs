// @ts-check
/** A reporter for "node --test" that leaves one line of JSON: how many tests passed, failed and were skipped in all. */

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countReporter(events) {
  for await (const { type, data } of events) {
    // There is also a summary for each file; the one of the whole run names none.
    if (type === 'test:summary' && data.file === undefined) {
      const { passed, failed, cancelled, skipped, todo } = data.counts
      yield `${JSON.stringify({ passed, failed: failed + cancelled, skipped: skipped + todo })}\n`
    }
  }
}
