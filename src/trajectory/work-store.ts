import type { Principal } from "../environment/principal.ts";
import type { JsonObject } from "../util/json.ts";

/** A list of work items that several processes share. The creator of the list defines what an item means. */
export interface WorkList {
  readonly id: string;
  readonly principal: Principal;
  /** What the list is for: benchmark, configurations, versions, checksums. Written once. */
  readonly manifest: JsonObject;
  /** All different, in the order in which they are handed out. */
  readonly items: readonly string[];
}

/** Progress of a list. */
export interface WorkSummary {
  readonly id: string;
  readonly manifest: JsonObject;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly items: number;
  readonly finished: number;
}

/** `item`: yours until the lease ends. `wait`: all remaining items are held by others. `done`: every item has a result. */
export type Claimed =
  | { readonly type: "item"; readonly item: string }
  | { readonly type: "wait" }
  | { readonly type: "done" };

/** Who takes items of which list. */
export interface Claim {
  readonly id: string;
  readonly principal: Principal;
  /** Id of the claiming process; made up by it, different from every other. */
  readonly holder: string;
}

/** An item that is done, with its result. */
export interface FinishedItem {
  readonly item: string;
  readonly result: JsonObject;
}

/**
 * Stores lists of work and the result of each item. A process that claims an item holds it for as long as it renews the lease. After its lease
 * has ended, another process may claim the item. Every method takes effect whole or not at all, also among processes.
 */
export interface WorkStore {
  /** @throws FuxiError `store-conflict` where the principal has a list of that id */
  create(list: WorkList): Promise<void>;
  /** @throws FuxiError `run-not-found`, as do all that name a list */
  summary(id: string, principal: Principal): Promise<WorkSummary>;
  /** The newest first. */
  list(options: { readonly principal: Principal; readonly limit: number }): Promise<readonly WorkSummary[]>;
  /** The first item without a result that nobody holds, held for that long. Unfinished items that this holder claimed before come first. */
  claim(claim: Claim, milliseconds: number): Promise<Claimed>;
  /** Holds an item for that long from now; false where somebody else has it, or it is finished. */
  renew(claim: Claim, item: string, milliseconds: number): Promise<boolean>;
  /** Gives an item back unfinished. */
  release(claim: Claim, item: string): Promise<void>;
  /** Writes the result of an item; false, and nothing is written, where it has one already. */
  finish(claim: Claim, item: string, result: JsonObject): Promise<boolean>;
  /** In the order of the items. */
  results(id: string, principal: Principal): Promise<readonly FinishedItem[]>;
  /** With all its results. */
  delete(id: string, principal: Principal): Promise<void>;
  close(): Promise<void>;
}
