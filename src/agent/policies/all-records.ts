import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { PolicyContext } from "../policy.ts";
import { asData } from "../prompts/data-marks.ts";

export type Records =
  | { readonly text: string; readonly problem?: never }
  | { readonly problem: string; readonly text?: never };

/** All rows of all tables as text of at most so many characters, or why they cannot be given. */
export async function allRecords(
  characters: number,
  { environments, act }: Pick<PolicyContext, "environments" | "act">,
): Promise<Records> {
  const parts: string[] = [];
  let left = characters;
  for (const environment of environments) {
    const read = await recordsOf(environment, left, act);
    if (read === undefined) {
      return {
        problem: `All records of ${environment.id} take more than the ${characters.toLocaleString("en")} characters that are sent. Use a strategy that writes queries, such as sequential.`,
      };
    }
    if (read.problem !== undefined) return read;
    left -= read.text.length;
    parts.push(`All records of ${environment.id}:\n${asData(read.text)}`);
  }
  return { text: parts.join("\n\n") };
}

/** Undefined where they do not fit. */
async function recordsOf(
  { id, egress, capabilities: { sql } }: Environment,
  characters: number,
  act: PolicyContext["act"],
): Promise<Records | undefined> {
  if (sql?.definitions === undefined) return { problem: `${id} has no tables whose records could be sent.` };
  if (egress !== undefined) {
    return { problem: `The records of ${id} are withheld from the model (egress ${egress}).` };
  }
  const tables: string[] = [];
  let left = characters;
  for (const { name, definition } of await sql.definitions({ sampleRows: 0 }, act)) {
    left -= definition.length + 1;
    if (left < 0) return undefined;
    // A row takes two characters at least.
    const maxRows = Math.ceil(left / 2) + 1;
    try {
      const { columns, rows, truncated } = await sql.query(`SELECT * FROM ${name}`, { maxRows }, act);
      if (truncated) return undefined;
      const lines = [columns.map(visibleText).join(" | "), ...rows.map((row) => row.map(cell).join(" | "))];
      const text = lines.join("\n");
      left -= text.length + 1;
      if (left < 0) return undefined;
      tables.push(`${definition}\n${text}`);
    } catch (error) {
      if (!FuxiError.isInstance(error) || error.code === "cancelled") throw error;
      return { problem: `The records of ${name} could not be read: ${error.message}` };
    }
  }
  return { text: tables.join("\n\n") };
}

function cell(value: Json): string {
  if (value === null) return "NULL";
  return visibleText(typeof value === "string" ? value : JSON.stringify(value));
}
