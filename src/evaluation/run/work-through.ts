import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../environment/principal.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Claim, WorkStore } from "../../work-list/work-store.ts";
import { tokensOf } from "./configuration.ts";

/** A list of work that processes share, and how one item of it is done. */
export interface WorkThroughOptions {
  readonly work: WorkStore;
  readonly principal: Principal;
  /** Of the list. */
  readonly id: string;
  readonly concurrency: number;
  /** How long an item stays with a process that was killed. */
  readonly leaseMilliseconds: number;
  readonly signal: AbortSignal;
  /** True where no further item is to be begun; asked before each. */
  readonly stop?: () => Promise<boolean>;
  /** The result of an item; undefined where it is given back. */
  readonly do: (item: string, signal: AbortSignal) => Promise<JsonObject | undefined>;
  readonly onBegun?: (item: string) => void;
  /** `result` is absent where nothing was written. */
  readonly onEnded?: (item: string, result?: JsonObject) => void;
}

/** Between two looks whether an item of another process has become free or done. */
const LONGEST_WAIT = 1000;

/**
 * Does what is left of a list, beside other processes: each result is kept as it comes, and nothing that was done is done again.
 * @throws FuxiError of the store, and what `do` throws: the rest is stopped then
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
  /** Aborted when an item ends: then there may be nothing left to wait for. */
  #ended = new AbortController();

  constructor(options: WorkThroughOptions) {
    this.#options = options;
  }

  /** Each slot is a holder of its own: a holder is given again what it has. */
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

  /** False where somebody else does the item. */
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

/** How far a list is, over all processes that work on it, as far as this one has heard. */
export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
  /** In this process. */
  readonly running: number;
  /** Input and output, as far as providers tell, also of what is running in this process. */
  readonly tokens: number;
  /** In the currency of the prices; absent where a price or a usage is not known. */
  readonly cost?: number;
  /** Since this call began. */
  readonly milliseconds: number;
}

/** What an item took; `cost` is absent where it is not known. */
export interface Spent {
  readonly usage: Usage;
  readonly cost?: number | undefined;
}

const NOTHING: Spent = { usage: NO_USAGE, cost: 0 };

const plus = (a: Spent, b: Spent): Spent => ({
  usage: addUsage(a.usage, b.usage),
  cost: a.cost === undefined || b.cost === undefined ? undefined : a.cost + b.cost,
});

/** Counts what a list of work costs and how far it is. */
export class WorkMeter {
  readonly #total: number;
  readonly #begun = performance.now();
  readonly #finished = new Set<string>();
  #sum = NOTHING;
  readonly #running = new Map<string, Spent>();

  constructor(total: number) {
    this.#total = total;
  }

  /** Takes in what the store holds before this call does anything. */
  start(items: Iterable<readonly [item: string, spent: Spent]>): void {
    for (const [item, spent] of items) this.finish(item, spent);
  }

  finish(item: string, spent: Spent): void {
    if (this.#finished.has(item)) return;
    this.#finished.add(item);
    this.#sum = plus(this.#sum, spent);
  }

  /** What a running item has spent so far. */
  run(item: string, spent: Spent = NOTHING): void {
    this.#running.set(item, spent);
  }

  end(item: string): void {
    this.#running.delete(item);
  }

  /** By what is finished. */
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
