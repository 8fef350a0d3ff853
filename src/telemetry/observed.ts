import {
  createNoopMeter,
  type MeterProvider,
  metrics,
  ProxyTracerProvider,
  propagation,
  trace,
} from "@opentelemetry/api";
import { SCOPE } from "./instruments.ts";

const NO_METER = createNoopMeter();
const meters = new WeakMap<MeterProvider, boolean>();

/**
 * Whether an application has registered anything that hears of spans or durations, or that passes a trace on; it may do so at any time. Where nobody
 * listens, what would be told is not put together: that costs more than many a call.
 */
export function observed(): boolean {
  return traced() || measured() || propagation.fields().length > 0;
}

function traced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
}

/** The provider that the API stands in with hands out one meter, which keeps nothing. */
function measured(): boolean {
  const provider = metrics.getMeterProvider();
  let known = meters.get(provider);
  if (known === undefined) {
    known = provider.getMeter(SCOPE) !== NO_METER;
    meters.set(provider, known);
  }
  return known;
}
