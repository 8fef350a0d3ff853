import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { tablesNamed } from "./explain-unknown-table.ts";
import { type Complaint, columnsShown, failure, nearNames, type Ranked } from "./explanation.ts";

const WORTH = 0.7;
const WORDS = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** A pattern for names of columns that none of them matches (`COLUMNS('nmae')`): which there are, and those that its words are near to. */
export function explainColumnPattern(complaint: Complaint, pattern: string): ToolFailure {
  const { run } = complaint;
  const tables = tablesNamed(run);
  const shown = tables.map((table) => columnsShown({ name: table.name, table, columns: table.columns }));
  const names = tables.flatMap((table) => table.columns.map(({ name }) => name));
  const ranked = (pattern.match(WORDS) ?? []).flatMap((word): readonly Ranked[] =>
    nearNames(word, names, 3)
      .filter(({ score }) => score >= WORTH)
      .map(({ name, score }) => ({ text: name, replaces: word, reason: "name of a column", score })),
  );
  const what = pattern === "" ? "The pattern for names of columns" : `The pattern '${pattern}'`;
  const message = `${what} matches no column${shown.length > 0 ? `: ${shown.join("; ")}` : ""}.`;
  return failure(complaint, "unknown-column", message, pattern || undefined, ranked);
}
