import { followed } from "./follow-words.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

const ONE_MORE_STEP = 0.12;
const CONTAINING: ReadonlySet<string> = new Set(["country", "location", "continent"]);

/** The places within each place, by the one relation that says so. */
export async function within(
  places: readonly Resolved[],
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const place of places) {
    const leading = (await context.relationsOf(place.node)).filter(
      ({ path, sense }) =>
        path.inverse && path.path.length === 1 && sense.concepts.some((each) => CONTAINING.has(each)),
    );
    const [only] = leading;
    if (only && leading.length === 1) found.push(followed(place, only, ONE_MORE_STEP, "in"));
  }
  return found;
}
