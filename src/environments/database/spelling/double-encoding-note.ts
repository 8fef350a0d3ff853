import { told } from "../../../environment/egress/egress-scope.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import { brokenPieces, mendedText } from "../../../util/double-encoding.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { spellingFacts } from "./best-way.ts";
import { spelledSql } from "./spelling-way.ts";

/**
 * Says of a column that its text was encoded twice (`MÃ¼nchen`), with what reads it right; undefined where its texts are as they should be.
 * @param column the column as SQL
 * @param title the column as a person names it
 */
export function doubleEncodingNote(
  column: string,
  title: string,
  texts: readonly string[],
  dialect: SqlDialect,
): Finding | undefined {
  const broken = texts.filter((text) => brokenPieces(text).length > 0);
  const [example] = broken;
  if (example === undefined) return undefined;
  const { broken: pieces } = spellingFacts(broken);
  const facts = { hasSpace: false, hasCase: false, isTurned: false, letters: [], broken: pieces };
  const text = spelledSql(column, { turned: false }, facts, dialect);
  const message = `${title} has text that was encoded twice: '${told(example)}' stands for '${told(mendedText(example) ?? example)}'. Compare with it as it stands; ${text} reads it right.`;
  return {
    code: "double-encoded",
    message,
    suggestions: [{ text, replaces: column, reason: "reads it right" }],
  };
}
