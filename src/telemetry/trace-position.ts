import { isSpanContextValid, type Link, type Span } from "@opentelemetry/api";

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u;

/** Where a span stands, in the form of W3C `traceparent`; undefined where nobody records it. */
export function positionOf(span: Span): string | undefined {
  const where = span.spanContext();
  if (!span.isRecording() || !isSpanContextValid(where)) return undefined;
  return `00-${where.traceId}-${where.spanId}-${where.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Links to a place that `positionOf` gave, or to none. */
export function linksTo(position: string | undefined): readonly Link[] {
  const [, traceId, spanId, flags] = FORM.exec(position ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}
