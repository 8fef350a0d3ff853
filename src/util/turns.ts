/** Runs work one at a time, in the order in which it came. Work that fails does not stop what follows. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

/**
 * Works through a list in order, several items at once, until one result says to begin no more. Work already begun is awaited; an error rejects at
 * once and begins no more.
 */
export async function inTurn<T>(
  list: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<{ readonly continues: boolean }>,
): Promise<void> {
  let next = 0;
  let ended = false;
  async function worker(): Promise<void> {
    while (!ended && next < list.length) {
      const at = next++;
      try {
        if (!(await work(list[at] as T, at)).continues) ended = true;
      } catch (error) {
        ended = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
}

/** Rejects with the reason of the signal when it is aborted, without ending the promise, for which others may wait. */
export function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
  });
}
