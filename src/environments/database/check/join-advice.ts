import type { Suggestion } from "../../../environment/tool-failure.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { linksBetween, type TableLink } from "./table-links.ts";

/** Conditions along the keys between two sources, best first. */
export function keyConditions(
  run: InspectionRun,
  a: ScopeSource,
  b: ScopeSource,
): readonly { readonly text: string; readonly link: TableLink }[] {
  if (!a.table || !b.table || a.name === undefined || b.name === undefined) return [];
  const { dialect } = run.services.driver;
  return linksBetween(run.services, a.table, b.table).flatMap((link) => {
    const [from, to] = link.from === a.table ? [a, b] : [b, a];
    const text = link.fromColumns
      .map(
        (column, i) =>
          `${from.name}.${dialect.identifier(column)} = ${to.name}.${dialect.identifier(link.toColumns[i] ?? "")}`,
      )
      .join(" AND ");
    return [{ text, link }];
  });
}

/** The same as suggestions in place of what is written. */
export function keySuggestions(
  run: InspectionRun,
  a: ScopeSource,
  b: ScopeSource,
  replaces: string,
): readonly Suggestion[] {
  return keyConditions(run, a, b)
    .filter(({ text }) => text !== replaces)
    .map(({ text, link }) => ({
      text,
      replaces,
      reason: link.declared ? "declared foreign key" : "the names say so",
    }));
}
