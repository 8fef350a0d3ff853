import type { Principal } from "../environment/principal.ts";
import type { JsonObject } from "../util/json.ts";
import type { Claim, WorkStore, WorkSummary } from "../work-list/work-store.ts";
import { checkItems, itemNotFound, listExists, listNotFound } from "./work-errors.ts";

interface KeptItem {
  readonly item: string;
  holder?: string | undefined;
  /** Milliseconds since 1970. */
  heldUntil: number;
  /** As text, so that nobody's later change reaches what is stored. */
  result?: string | undefined;
}

interface KeptList {
  readonly id: string;
  readonly principal: string;
  readonly manifest: string;
  readonly createdAt: string;
  readonly items: ReadonlyMap<string, KeptItem>;
}

/** Lists of work for as long as the process lives. */
export function memoryWorkStore(clock: () => Date = () => new Date()): WorkStore {
  const lists = new Map<string, KeptList>();
  const keyOf = (id: string, principal: Principal): string => JSON.stringify([principal.id, id]);
  const listOf = (id: string, principal: Principal): KeptList => {
    const list = lists.get(keyOf(id, principal));
    if (list === undefined) throw listNotFound(id);
    return list;
  };
  const itemOf = ({ id, principal }: Claim, item: string): KeptItem => {
    const kept = listOf(id, principal).items.get(item);
    if (kept === undefined) throw itemNotFound(id, item);
    return kept;
  };
  const isFree = (item: KeptItem, now: number): boolean =>
    item.result === undefined && (item.holder === undefined || item.heldUntil <= now);
  const hold = (item: KeptItem, holder: string, until: number): void => {
    item.holder = holder;
    item.heldUntil = until;
  };
  return {
    async create(list) {
      checkItems(list);
      const { id, principal, manifest, items } = list;
      if (lists.has(keyOf(id, principal))) throw listExists(id);
      lists.set(keyOf(id, principal), {
        id,
        principal: principal.id,
        manifest: JSON.stringify(manifest),
        createdAt: clock().toISOString(),
        items: new Map(items.map((item) => [item, { item, heldUntil: 0 }])),
      });
    },
    async summary(id, principal) {
      return summaryOf(listOf(id, principal));
    },
    async list({ principal, limit }) {
      const mine = [...lists.values()].filter((list) => list.principal === principal.id);
      return mine.toReversed().slice(0, limit).map(summaryOf);
    },
    async claim({ id, principal, holder }, milliseconds) {
      const items = [...listOf(id, principal).items.values()];
      const now = clock().getTime();
      const open = items.filter((item) => item.result === undefined);
      if (open.length === 0) return { type: "done" };
      const found = open.find((item) => item.holder === holder) ?? open.find((item) => isFree(item, now));
      if (found === undefined) return { type: "wait" };
      hold(found, holder, now + milliseconds);
      return { type: "item", item: found.item };
    },
    async renew(claim, item, milliseconds) {
      const kept = itemOf(claim, item);
      const now = clock().getTime();
      if (kept.result !== undefined) return false;
      if (kept.holder !== claim.holder && !isFree(kept, now)) return false;
      hold(kept, claim.holder, now + milliseconds);
      return true;
    },
    async release(claim, item) {
      const kept = itemOf(claim, item);
      if (kept.holder === claim.holder && kept.result === undefined) kept.holder = undefined;
    },
    async finish(claim, item, result) {
      const kept = itemOf(claim, item);
      if (kept.result !== undefined) return false;
      kept.result = JSON.stringify(result);
      kept.holder = undefined;
      return true;
    },
    async reopen(id, principal, items) {
      const list = listOf(id, principal);
      for (const item of items) {
        const kept = list.items.get(item);
        if (kept !== undefined) kept.result = undefined;
      }
    },
    async results(id, principal) {
      return [...listOf(id, principal).items.values()].flatMap(({ item, result }) =>
        result === undefined ? [] : [{ item, result: JSON.parse(result) as JsonObject }],
      );
    },
    async delete(id, principal) {
      listOf(id, principal);
      lists.delete(keyOf(id, principal));
    },
    async close() {},
  };
}

function summaryOf({ id, manifest, createdAt, items }: KeptList): WorkSummary {
  const finished = [...items.values()].filter(({ result }) => result !== undefined).length;
  return { id, manifest: JSON.parse(manifest) as JsonObject, createdAt, items: items.size, finished };
}
