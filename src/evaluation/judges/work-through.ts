import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Claim, WorkStore } from "../../work-list/work-store.ts";
import { holdItem } from "../run/held-item.ts";

/** A list of work, and how one item is done. */
export interface WorkThroughOptions {
  readonly work: WorkStore;
  readonly principal: Principal;
  /** Of the list; one that exists is gone on with. */
  readonly id: string;
  readonly manifest: JsonObject;
  readonly items: readonly string[];
  readonly concurrency: number;
  /** How long an item stays with a process that was killed. */
  readonly leaseMilliseconds: number;
  readonly signal: AbortSignal;
  readonly do: (item: string, signal: AbortSignal) => Promise<JsonObject>;
  readonly onBegun?: (item: string) => void;
  /** `result` is absent where it was given back. */
  readonly onEnded?: (item: string, result?: JsonObject) => void;
}

/** Between two looks whether an item of another process has become free or done. */
const LONGEST_WAIT = 500;

/**
 * Does what is left of a list, beside other processes. Each result is kept as it comes, so that nothing that was done is done again. True when every item
 * has a result; false when `signal` ended it before.
 * @throws FuxiError of the store, and what `do` throws: the rest is stopped then
 */
export async function workThrough(options: WorkThroughOptions): Promise<boolean> {
  const { work, principal, id, manifest, items, concurrency } = options;
  try {
    await work.create({ id, principal, manifest, items });
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "store-conflict") throw error;
  }
  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, options.signal]);
  const slots = Array.from({ length: concurrency }, async () => {
    try {
      return await takeAll({ ...options, signal });
    } catch (error) {
      broken.abort();
      throw error;
    }
  });
  const ended = await Promise.allSettled(slots);
  const failed = ended.find((slot) => slot.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ended.every((slot) => slot.status === "fulfilled" && slot.value);
}

async function takeAll(options: WorkThroughOptions): Promise<boolean> {
  const { work, id, principal, leaseMilliseconds, signal } = options;
  const claim: Claim = { id, principal, holder: randomUUID() };
  while (!signal.aborted) {
    const since = performance.now();
    const given = await work.claim(claim, leaseMilliseconds);
    if (given.type === "done") return true;
    if (given.type === "item") await doOne(given.item, claim, since, options);
    else await pause(Math.min(LONGEST_WAIT, leaseMilliseconds / 4), undefined, { signal }).catch(() => {});
  }
  return false;
}

async function doOne(item: string, claim: Claim, since: number, options: WorkThroughOptions): Promise<void> {
  const { work, leaseMilliseconds, signal } = options;
  const held = holdItem(work, claim, { item, milliseconds: leaseMilliseconds, since });
  options.onBegun?.(item);
  let result: JsonObject | undefined;
  try {
    result = await options.do(item, AbortSignal.any([signal, held.signal]));
    if (!(await work.finish(claim, item, result))) result = undefined;
  } catch (error) {
    await work.release(claim, item).catch(() => {});
    // Whoever has it now does it.
    if (!signal.aborted && !held.signal.aborted) throw error;
  } finally {
    held.end();
    options.onEnded?.(item, result);
  }
}
