import type { Input } from "./read-input.ts";

const PAGE_SIZE = 20;

/** One page of a list, in the shape of the document's pages; a page after the last is empty. */
export function page<T, V>(input: Input, things: readonly T[], view: (thing: T) => V) {
  const number = input.number("page") ?? 1;
  return {
    page: number,
    results: things.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(view),
    total_pages: Math.ceil(things.length / PAGE_SIZE),
    total_results: things.length,
  };
}
