import type { Claim, WorkStore } from "../../work-list/work-store.ts";

export interface HeldItem {
  /** Ends when somebody else may have the item by now. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Three chances before it is over. */
const RENEWALS = 3;

/** Renews the lease of a claimed item until told to end. The time of a lease is counted from before it was asked for. */
export function holdItem(
  work: Pick<WorkStore, "renew">,
  claim: Claim,
  {
    item,
    milliseconds,
    since,
  }: { readonly item: string; readonly milliseconds: number; readonly since: number },
): HeldItem {
  const lost = new AbortController();
  let sure = since + milliseconds;
  let renewing = false;
  const beat = async (): Promise<void> => {
    if (renewing) return;
    renewing = true;
    const asked = performance.now();
    try {
      if (await work.renew(claim, item, milliseconds)) sure = asked + milliseconds;
      else lost.abort();
    } catch {
      // The store may be back for the next one.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => {
    // A process that was asleep renews before it doubts: nobody may have wanted the item.
    void beat().then(() => {
      if (performance.now() >= sure) lost.abort();
    });
  }, milliseconds / RENEWALS);
  timer.unref();
  return { signal: lost.signal, end: () => clearInterval(timer) };
}
