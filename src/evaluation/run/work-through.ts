import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../environment/principal.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { Claim, WorkStore } from "../../trajectory/work-store.ts";
import type { JsonObject } from "../../util/json.ts";
import { tokensOf } from "./configuration.ts";

/** A shared list of work, and how an item is done. */
export interface WorkThroughOptions {
  readonly work: WorkStore;
  readonly principal: Principal;
  /** Id of the list. */
  readonly id: string;
  readonly concurrency: number;
  /** Time until an item of a killed process is free again. */
  readonly leaseMilliseconds: number;
  readonly signal: AbortSignal;
  /** Called before each item; true to start no more items. */
  readonly stop?: () => Promise<boolean>;
  /** Does an item and returns its result. Undefined to give the item back. */
  readonly do: (item: string, signal: AbortSignal) => Promise<JsonObject | undefined>;
  readonly onBegun?: (item: string) => void;
  /** `result` is absent if nothing was written. */
  readonly onEnded?: (item: string, result?: JsonObject) => void;
}

/** Maximum interval between checks whether items of other processes have become free or done. */
const LONGEST_WAIT = 1000;

/**
 * Does the open items of a list, beside other processes. Each result is stored at once, and no finished item is repeated.
 * @throws FuxiError of the store, and errors of `do`, which stop the remaining items
 */
export async function workThrough(options: WorkThroughOptions): Promise<void> {
  const broken = new AbortController();
  const slots = new Slots({ ...options, signal: AbortSignal.any([broken.signal, options.signal]) });
  const ended = await Promise.allSettled(
    Array.from({ length: options.concurrency }, async () => {
      try {
        await slots.take();
      } catch (error) {
        broken.abort();
        throw error;
      }
    }),
  );
  const failed = ended.find((slot) => slot.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

class Slots {
  readonly #options: WorkThroughOptions;
  /** Aborted when an item ends, since waiting slots may then be done. */
  #ended = new AbortController();

  constructor(options: WorkThroughOptions) {
    this.#options = options;
  }

  /** Each slot is a holder of its own, since a holder is given its unfinished items again. */
  async take(): Promise<void> {
    const { work, id, principal, leaseMilliseconds, signal, stop } = this.#options;
    const claim: Claim = { id, principal, holder: randomUUID() };
    while (!signal.aborted) {
      if ((await stop?.()) === true) return;
      const since = performance.now();
      const given = await work.claim(claim, leaseMilliseconds);
      if (given.type === "done") return;
      const isDone = given.type === "item" && (await this.#do(given.item, claim, since));
      if (!isDone) await this.#wait(Math.min(LONGEST_WAIT, leaseMilliseconds / 4));
    }
  }

  /** False if another process has taken the item over. */
  async #do(item: string, claim: Claim, since: number): Promise<boolean> {
    const { work, leaseMilliseconds: milliseconds, signal, onBegun, onEnded } = this.#options;
    const held = holdItem(work, claim, { item, milliseconds, since });
    let result: JsonObject | undefined;
    onBegun?.(item);
    try {
      result = await this.#options.do(item, AbortSignal.any([signal, held.signal]));
      const isWritten = result !== undefined && (await work.finish(claim, item, result));
      if (!isWritten) await work.release(claim, item);
      return result !== undefined;
    } catch (error) {
      result = undefined;
      await work.release(claim, item).catch(() => {});
      if (!signal.aborted && !held.signal.aborted) throw error;
      return false;
    } finally {
      held.end();
      onEnded?.(item, result);
      this.#ended.abort();
      this.#ended = new AbortController();
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.#options.signal, this.#ended.signal]);
    await pause(milliseconds, undefined, { signal }).catch(() => {});
  }
}

interface HeldItem {
  /** Aborted when another process may hold the item. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Renewals within the time of a lease. */
const RENEWALS = 3;

/** Renews the lease of a claimed item until `end`. The lease counts from before the request, to be safe. */
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
    // A suspended process tries to renew first: the item may still be free.
    void beat().then(() => {
      if (performance.now() >= sure) lost.abort();
    });
  }, milliseconds / RENEWALS);
  timer.unref();
  return { signal: lost.signal, end: () => clearInterval(timer) };
}

/** Progress of a list over all processes, as far as this one knows. */
export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
  /** In this process. */
  readonly running: number;
  /** Input and output tokens, as far as providers report them, including running items of this process. */
  readonly tokens: number;
  /** In the currency of the prices. Absent if a price or a usage is unknown. */
  readonly cost?: number;
  /** Since this call began. */
  readonly milliseconds: number;
}

/** Usage and cost of an item. `cost` is absent if unknown. */
export interface Spent {
  readonly usage: Usage;
  readonly cost?: number | undefined;
}

const NOTHING: Spent = { usage: NO_USAGE, cost: 0 };

const plus = (a: Spent, b: Spent): Spent => ({
  usage: addUsage(a.usage, b.usage),
  cost: a.cost === undefined || b.cost === undefined ? undefined : a.cost + b.cost,
});

/** Tracks progress and cost of a list of work. */
export class WorkMeter {
  readonly #total: number;
  readonly #begun = performance.now();
  readonly #finished = new Set<string>();
  #sum = NOTHING;
  readonly #running = new Map<string, Spent>();

  constructor(total: number) {
    this.#total = total;
  }

  /** Adds the results that were stored before this call. */
  start(items: Iterable<readonly [item: string, spent: Spent]>): void {
    for (const [item, spent] of items) this.finish(item, spent);
  }

  finish(item: string, spent: Spent): void {
    if (this.#finished.has(item)) return;
    this.#finished.add(item);
    this.#sum = plus(this.#sum, spent);
  }

  /** Sets what a running item has spent so far. */
  run(item: string, spent: Spent = NOTHING): void {
    this.#running.set(item, spent);
  }

  end(item: string): void {
    this.#running.delete(item);
  }

  /** Usage and cost of finished items. */
  get spent(): Spent {
    return this.#sum;
  }

  progress(): EvaluationProgress {
    const done = this.#finished.size;
    const { usage, cost } = [...this.#running.values()].reduce(plus, this.#sum);
    return {
      done,
      total: this.#total,
      running: this.#running.size,
      tokens: tokensOf(usage),
      ...(cost === undefined ? {} : { cost }),
      milliseconds: performance.now() - this.#begun,
    };
  }
}
