import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";

/** Schemas that may be named under privacy rules: those of the tables that are seen. One that needs no name before its tables is known by no table. */
export function schemasUnder(seen: DatabaseSchema): ReadonlySet<string> {
  return new Set(["public", ...seen.tables.flatMap(({ schema }) => schema ?? [])]);
}

/**
 * What is told of a database, without what stands in the places where it names something that may not be named; lines that mend something there go
 * as a whole. All of it may be named where `schemas` is absent. The words between are never looked at: to blank those that a hidden name is made of
 * would tell the name.
 */
export function withoutNames(
  { named = [], ...diagnosis }: Diagnosis,
  schemas: ReadonlySet<string> | undefined,
): Diagnosis {
  if (schemas === undefined) return diagnosis;
  const hidden = named.filter(({ schema }) => schema === undefined || !schemas.has(schema));
  const { mend, text, ...rest } = diagnosis;
  const kept = mend === undefined ? [] : linesWithout(mend, placesIn("mend", hidden));
  return {
    ...rest,
    text: blanked(text, placesIn("text", hidden)),
    ...(kept.length === 0 ? {} : { mend: kept.join("\n") }),
  };
}

type Place = NonNullable<Diagnosis["named"]>[number];

function placesIn(where: Place["in"], places: readonly Place[]): readonly Place[] {
  return places.filter((place) => place.in === where);
}

function blanked(text: string, places: readonly Place[]): string {
  let told = text;
  for (const { start, end } of places.toSorted((a, b) => b.start - a.start)) {
    told = `${told.slice(0, start)}…${told.slice(end)}`;
  }
  return told;
}

function linesWithout(text: string, places: readonly Place[]): readonly string[] {
  let start = 0;
  return text.split("\n").filter((line) => {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    return !places.some((place) => place.start < to && from < place.end);
  });
}
