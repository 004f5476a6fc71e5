/**
 * What happened in which order across processes, for whoever watches the system. Off unless an office asks for it: then
 * a span costs nothing. A trace goes on where its context (W3C traceparent) is taken along, in a header or in a row.
 */

export interface Span {
  rename(name: string): void
  set(name: string, value: string | number): void
  /** What was done did not succeed; no message, since that may hold anything. */
  fail(type: string): void
}

export interface SpanOptions {
  /** traceparent of what led to this; without it, whatever is under way in this process. */
  parent?: string | null | undefined
  attributes?: Readonly<Record<string, string | number>>
}

export interface Tracing {
  /** Runs `work` within a span, which ends with it; what throws marks it as failed. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** traceparent of what is under way; null: nothing is traced. */
  current(): string | null
  /** Sends what has not been sent. */
  close(): Promise<void>
}

const unseen: Span = { rename() {}, set() {}, fail() {} }

export const noTracing: Tracing = {
  span: (_name, _options, work) => work(unseen),
  current: () => null,
  close: async () => {},
}
