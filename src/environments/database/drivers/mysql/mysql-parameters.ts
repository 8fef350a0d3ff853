import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { writeMysqlValue } from "./mysql-value.ts";

/** The text with each `?` replaced by its value. (The protocol of prepared statements would send cells in a form that loses digits.) */
export function withParameters(sql: string, parameters: readonly SqlValue[], lexical: LexicalRules): string {
  const places = tokenize(sql, lexical).tokens.filter(
    ({ kind, value }) => kind === "parameter" && value.startsWith("?"),
  );
  if (places.length !== parameters.length) {
    throw new SqlEngineError({
      kind: "other",
      engineMessage: `The statement has ${places.length} placeholders and was given ${parameters.length} values.`,
    });
  }
  let text = "";
  let end = 0;
  for (const [at, place] of places.entries()) {
    text += `${sql.slice(end, place.start)} ${writeMysqlValue(parameters[at] ?? null)} `;
    end = place.end;
  }
  return text + sql.slice(end);
}
