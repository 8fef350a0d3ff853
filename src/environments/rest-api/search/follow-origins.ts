import type { Operation } from "../document/api-document.ts";
import type { ArgumentOrigins } from "./argument-origins.ts";
import type { IndexedOperation } from "./indexed-operations.ts";
import { takesText } from "./operation-kind.ts";

export interface Lead {
  /** Number of the operation. */
  readonly at: number;
  readonly score: number;
  /** Names of arguments for which nothing is known yet. */
  readonly missing: readonly string[];
}

const LEADING = 12;
const ORIGINS = 4;
/** What an origin gets of the score of the operation that needs it: less with each better one, and more for a search where a name is there to search by. */
const SHARE = 0.3;
const SHARE_BY_NAME = 0.85;

/**
 * What operations gain because a likely one needs what they return: whoever asks for the cast of "Alien" first needs the search that gives the film's
 * id. By operation number.
 */
export function gainsOfOrigins(
  leads: readonly Lead[],
  all: readonly IndexedOperation[],
  numbers: ReadonlyMap<string, number>,
  origins: ArgumentOrigins,
  named: boolean,
): ReadonlyMap<number, number> {
  const gains = new Map<number, number>();
  const best = leads.toSorted((one, other) => other.score - one.score).slice(0, LEADING);
  for (const { at, score, missing } of best) {
    const operation = all[at]?.operation;
    if (operation === undefined) continue;
    for (const argument of missing) {
      const from = origins.of(operation, argument, ORIGINS).map((each) => numbers.get(each.operation));
      from.forEach((source, rank) => {
        const found = source === undefined ? undefined : all[source];
        if (source === undefined || found === undefined) return;
        const share = named && searches(found.operation, found.kind) ? SHARE_BY_NAME : SHARE / (1 + rank);
        gains.set(source, Math.max(gains.get(source) ?? 0, share * score));
      });
    }
  }
  return gains;
}

function searches(operation: Operation, kind: IndexedOperation["kind"]): boolean {
  return kind === "search" && takesText(operation);
}
