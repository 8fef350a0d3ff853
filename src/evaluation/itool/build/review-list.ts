import type { BuildEntry } from "./build-entry.ts";

export interface ReviewList {
  /** Made by a model and checked by code; a person has yet to say that each reads as it should. */
  readonly items: readonly {
    readonly id: string;
    readonly source: string;
    readonly confirmed: false;
    readonly needsQuestion: boolean;
    readonly notes: readonly string[];
  }[];
  readonly rejected: readonly Pick<BuildEntry, "source" | "kind" | "rejected">[];
}

/** What stands beside the items of a build: the format itself has no place for it. */
export function reviewList(entries: readonly BuildEntry[]): ReviewList {
  return {
    items: entries.flatMap(({ item, source, needsQuestion = false, notes }) =>
      item === undefined ? [] : [{ id: item.id, source, confirmed: false as const, needsQuestion, notes }],
    ),
    rejected: entries
      .filter(({ item }) => item === undefined)
      .map(({ source, kind, rejected }) => ({ source, kind, rejected })),
  };
}
