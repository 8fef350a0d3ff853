import type { RunTaskOptions } from "./run-options.ts";

type Held = Pick<RunTaskOptions, "store" | "principal" | "signal"> & { readonly runId: string };

/** Does `work` while nobody else may go on with the run; it is cancelled where the hold is lost. */
export async function whileHeld<Options extends Held, T>(
  options: Options,
  work: (options: Options) => Promise<T>,
): Promise<T> {
  const hold = await options.store.hold?.(options.runId, options.principal);
  if (hold === undefined) return await work(options);
  const signals = options.signal === undefined ? [hold.signal] : [options.signal, hold.signal];
  try {
    return await work({ ...options, signal: AbortSignal.any(signals) });
  } finally {
    await hold.release();
  }
}
