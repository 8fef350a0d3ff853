import { PROMPT_PARTS } from "./prompt-parts.ts";
import type { TokenReport } from "./token-row.ts";

/** The measurement as a table: input tokens per question, whole and by part, beside the papers' shape. */
export function tokenTable({ label, seed, notes, rows }: TokenReport): string {
  const parts = PROMPT_PARTS.filter((part) => rows.some((row) => row.parts[part] > 0));
  const head = ["set", "prompts", "questions", "success", "rounds", "schema", "tokens", "of paper", ...parts];
  const lines = rows.map((row) => [
    row.set,
    row.shape,
    String(row.questions),
    `${(100 * row.success).toFixed(1)} ${row.measure}`,
    row.rounds.toFixed(1),
    String(Math.round(row.schemaTokens)),
    String(Math.round(row.tokens)),
    `${(100 * row.ratio).toFixed(1)} %`,
    ...parts.map((part) => String(Math.round(row.parts[part]))),
  ]);
  const widths = head.map((title, at) =>
    Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const text = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  return [
    `${label}: input tokens per question, all rounds together, nothing cached. "schema" is one request's; seed ${seed}.`,
    ...notes,
    "",
    text(head),
    ...lines.map(text),
    "",
  ].join("\n");
}
