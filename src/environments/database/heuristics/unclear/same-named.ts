import type { FoundReading } from "../../../../environment/readings.ts";
import { cellReading } from "../../readings/reading-of-link.ts";
import { sameNamedRows } from "../../readings/same-named-rows.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import { queryText } from "../compile/query-parts.ts";
import type { Mention } from "../lexicon/link.ts";
import type { Attempt } from "../read-attempt.ts";
import { cellsIn } from "../sql-mentions.ts";
import type { Span } from "./weigh-meanings.ts";

export interface SameNamed {
  readonly span: Span;
  readonly readings: readonly FoundReading[];
}

/** A name in the query that several rows bear (a film and its remake), with these rows to choose from. */
export async function sameNamed(
  { words, links, choice }: Attempt,
  given: readonly Mention[],
  { services, act }: CompileContext,
): Promise<SameNamed | undefined> {
  if (!choice?.chosen) return undefined;
  const cells = cellsIn(queryText(choice.chosen.value));
  for (const span of words.flatMap((_, at) => links.from(at))) {
    if (
      given.some(
        (each) =>
          each.at < span.end &&
          span.at < each.end &&
          each.links.some((link) => link.kind === "value" && link.with),
      )
    )
      continue;
    for (const link of span.links) {
      if (link.kind !== "value" || link.how !== "cell" || link.with) continue;
      const [value = ""] = link.values;
      // The title or the original title: whichever the query took, the rows are the same.
      if (!cells.get(value)?.some((column) => column.startsWith(`${link.table.name}.`))) continue;
      const rows = (await sameNamedRows(link, value, services, act.signal)) ?? [];
      if (rows.length < 2 || !rows.every(({ told }) => told !== "")) continue;
      const readings = rows.flatMap(({ key, name, told }) =>
        cellReading({ ...link, with: key }, { likeness: "same", score: 1 }, { name, told }),
      );
      return { span, readings };
    }
  }
  return undefined;
}
