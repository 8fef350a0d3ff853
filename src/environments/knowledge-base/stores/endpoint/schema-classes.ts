import { superclassRows } from "../../sparql/queries/set-queries.ts";
import type { QueryScope } from "../../sparql/query-scope.ts";
import type { ClassCount, SchemaClass, SideClasses } from "../../store/triple-store.ts";
import { type StoreErrorKind, TripleStoreError } from "../../store/triple-store-error.ts";
import { nearestAbove } from "../../vocabulary/nearest-above.ts";
import type { RowReader } from "./row-reader.ts";
import type { WorkLimit } from "./work-limit.ts";

/** Classes that are asked about: the most frequent. */
const ASKED = 200;
const MILLISECONDS = 5_000;
const SHOWN = 3;
const TOO_MUCH: ReadonlySet<StoreErrorKind> = new Set(["time-limit", "refused", "too-large", "truncated"]);

/** The classes with those right above them; without, where the server refuses to say. */
export async function withSuperclasses(
  classes: readonly ClassCount[],
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<readonly SchemaClass[]> {
  const names = classes.slice(0, ASKED).map((each) => each.class);
  if (names.length === 0 || scope.vocabulary.subclass.length === 0) return classes;
  const stated = await statedAbove(names, scope, reader, limit);
  const aboveOf = (name: string): readonly string[] => stated.get(name) ?? [];
  return classes.map((each) => {
    const above = nearestAbove(aboveOf(each.class), aboveOf);
    return above.length === 0 ? each : { ...each, above };
  });
}

async function statedAbove(
  names: readonly string[],
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const above = new Map<string, string[]>();
  try {
    for (const [name, other] of await reader.rows(superclassRows(names, scope), limit.part(MILLISECONDS))) {
      if (name?.kind !== "iri" || other?.kind !== "iri") continue;
      const known = above.get(name.value);
      if (known === undefined) above.set(name.value, [other.value]);
      else known.push(other.value);
    }
  } catch (error) {
    if (limit.signal.aborted) throw limit.reason();
    if (error instanceof TripleStoreError && TOO_MUCH.has(error.facts.kind)) return new Map();
    throw error;
  }
  for (const each of above.values()) each.sort();
  return above;
}

/**
 * Classes that are not within others of the list as far as counts tell: one that has more than the others leave of the triples overlaps them. Undefined where there
 * is one.
 */
export function countedSideClasses(counts: readonly ClassCount[], triples: number): SideClasses | undefined {
  let left = triples;
  const apart = counts.filter(({ count }) => {
    const fits = count <= left;
    if (fits) left -= count;
    return fits;
  });
  if (apart.length < 2) return undefined;
  return { first: apart.slice(0, SHOWN).map((each) => each.class), more: Math.max(0, apart.length - SHOWN) };
}
