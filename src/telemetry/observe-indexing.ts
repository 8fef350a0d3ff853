import { SpanKind } from "@opentelemetry/api";
import { observe, withoutSpans } from "./observe.ts";

/** `build_index {database}`: one span for reading columns of a database, whatever number of statements it takes. */
export function observeIndexing<T>(database: string, work: () => Promise<T>): Promise<T> {
  return observe<T>(
    {
      name: `build_index ${database}`,
      kind: SpanKind.INTERNAL,
      attributes: { "db.namespace": database },
      withinTraceOnly: true,
      ended: () => ({}),
    },
    () => withoutSpans(work),
  );
}
