import { type Marked, say } from "../../../environment/egress/marks.ts";
import { MASKED_TEXT } from "../../../environment/privacy-rules.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { given } from "../../../util/given.ts";
import type { DatabaseServices } from "../database-services.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { Span } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { tokenize } from "../sql/tokenize.ts";
import { clauseOfSpan } from "./clause.ts";
import type { Comparison } from "./comparisons.ts";
import { columnAt, columnTitle } from "./query-scope.ts";

/** A masked column where a statement first names it. */
interface NamedMasked {
  readonly span: Span;
  readonly message: Marked;
}

export function hasMasked({ schema }: Pick<DatabaseServices, "schema">): boolean {
  return schema.tables.some(({ columns }) => columns.some(({ masked }) => masked === true));
}

/** True where the operand has a masked column: the engine compares only `***`, and the column's values are unknown. */
export function isMasked({ operand, scope }: Pick<Comparison, "operand" | "scope">): boolean {
  return columnsOf(operand).some((node) => columnAt(scope, node)?.column.origin?.column.masked === true);
}

/**
 * The masked columns that a statement names, each once, in the span `within`. Compares words only: a column counts as named where
 * its table is named anywhere, and its own name stands alone or behind the table's name or alias.
 */
export function maskedNames(
  { schema, driver }: DatabaseServices,
  sql: string,
  within: Span = { start: 0, end: sql.length },
): readonly NamedMasked[] {
  const { lexical, sameIdentifier } = driver.dialect;
  const tokens = tokenize(sql, lexical).tokens;
  const nameAt = (at: number): string | undefined => {
    const token = tokens[at];
    if (token?.kind === "word") return sql.slice(token.start, token.end);
    return token?.kind === "identifier" ? token.value : undefined;
  };
  const isName = (at: number, name: string): boolean => {
    const written = nameAt(at);
    return written !== undefined && sameIdentifier(written, name);
  };
  return schema.tables.flatMap((table) => {
    const masked = table.columns.filter((column) => column.masked === true);
    const places = masked.length === 0 ? [] : [...tokens.keys()].filter((at) => isName(at, table.name));
    if (places.length === 0) return [];
    const aliases = places.map((at) => nameAt(tokens[at + 1]?.value === "AS" ? at + 2 : at + 1));
    const belongs = (at: number): boolean =>
      tokens[at - 1]?.value !== "." ||
      [table.name, ...aliases].some((name) => name !== undefined && isName(at - 2, name));
    return masked.flatMap((column): readonly NamedMasked[] => {
      const at = tokens.findIndex(
        ({ start, end }, place) =>
          within.start <= start && end <= within.end && isName(place, column.name) && belongs(place),
      );
      const token = tokens[at];
      if (!token) return [];
      const message = say`${columnTitle({ table, column })} is masked: it reads ${MASKED_TEXT} in place of each value, so that what is computed, compared, grouped or ordered by it says nothing.`;
      return [{ span: { start: token.start, end: token.end }, message }];
    });
  });
}

/** The named masked columns as warnings, with their clauses. */
export function maskedWarnings(services: DatabaseServices, sql: string): readonly MarkedFinding[] {
  if (!hasMasked(services)) return [];
  const tree = readQuery(sql, services.driver.dialect.lexical);
  return maskedNames(services, sql).map(({ span, message }) => {
    const clause = tree && clauseOfSpan(tree, span)?.clause;
    const part = given({ clause, text: sql.slice(span.start, span.end) });
    return { code: "masked-value", message, part, suggestions: [] };
  });
}
