import { FuxiError } from "../errors/fuxi-error.ts";
import type { WorkList } from "../work-list/work-store.ts";

/** Also for a list of another principal: who may not read it is not told that it exists. */
export function listNotFound(id: string): FuxiError {
  return new FuxiError("run-not-found", `There is no list of work ${id}.`);
}

export function listExists(id: string): FuxiError {
  return new FuxiError("store-conflict", `There is a list of work ${id} already.`);
}

export function itemNotFound(id: string, item: string): FuxiError {
  return new FuxiError("usage", `The list of work ${id} has no item ${item}.`);
}

/** @throws FuxiError `usage` where an item stands in the list twice */
export function checkItems({ id, items }: Pick<WorkList, "id" | "items">): void {
  if (new Set(items).size === items.length) return;
  const twice = items.find((item, index) => items.indexOf(item) !== index);
  throw new FuxiError("usage", `The list of work ${id} would have the item ${twice} twice.`, {
    hint: "Give each item a name of its own.",
  });
}
