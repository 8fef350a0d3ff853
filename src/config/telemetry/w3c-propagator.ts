import {
  type Context,
  createTraceState,
  isSpanContextValid,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
  trace,
} from "@opentelemetry/api";

/** A later version may have more at its end (W3C Trace Context, "Versioning of traceparent"). */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/u;

/** W3C Trace Context. The SDK has none in the packages that are wanted here. */
export const w3cPropagator: TextMapPropagator = {
  fields: () => ["traceparent", "tracestate"],
  inject(context: Context, carrier: unknown, setter: TextMapSetter) {
    const where = trace.getSpanContext(context);
    if (where === undefined || !isSpanContextValid(where)) return;
    const flags = where.traceFlags.toString(16).padStart(2, "0");
    setter.set(carrier, "traceparent", `00-${where.traceId}-${where.spanId}-${flags}`);
    if (where.traceState !== undefined) setter.set(carrier, "tracestate", where.traceState.serialize());
  },
  extract(context: Context, carrier: unknown, getter: TextMapGetter): Context {
    const [, version, traceId, spanId, flags, more] =
      TRACEPARENT.exec(oneOf(getter.get(carrier, "traceparent")) ?? "") ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return context;
    if (version === "ff" || (version === "00" && more !== undefined)) return context;
    const state = oneOf(getter.get(carrier, "tracestate"));
    const where = {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16) & 1,
      isRemote: true,
      ...(state === undefined ? {} : { traceState: createTraceState(state) }),
    };
    return isSpanContextValid(where) ? trace.setSpanContext(context, where) : context;
  },
};

const oneOf = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.trim();
