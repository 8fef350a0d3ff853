import type { Answer, AnswerTable } from "../../../environment/answer.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Json } from "../../../util/json.ts";
import type { ScoreContext } from "../../benchmark/benchmark.ts";
import type { GraphMember } from "./graph-member.ts";

/**
 * All members of an answer, not only those of its preview: what is more was kept aside by the run.
 * @throws FuxiError `artifact-missing` where the rest cannot be had
 */
export async function answeredMembers(
  { rows, members, value }: Answer,
  context: ScoreContext,
): Promise<readonly GraphMember[]> {
  if (rows !== undefined && rows.total > rows.rows.length)
    return rowMembers(rows, await allRows(rows, context));
  if (members !== undefined) {
    return members.map(({ id, label, value: own }) => memberOf(id, label, own ?? null));
  }
  if (rows !== undefined) return rowMembers(rows, rows.rows);
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => ({ value: each as Json }));
}

/** Knowledge bases give `label, id` or `value`; of anything else the first column is the answer. */
function rowMembers({ columns }: AnswerTable, rows: readonly (readonly Json[])[]): readonly GraphMember[] {
  const at = columns.indexOf("id");
  const label = columns.indexOf("label");
  return rows.map((row) => memberOf(row[at], row[label], row[0] ?? null));
}

function memberOf(id: Json | undefined, label: Json | undefined, value: Json): GraphMember {
  if (typeof id !== "string") return { value: value ?? label ?? null };
  return { id, ...(typeof label === "string" && label !== "" ? { label } : {}) };
}

async function allRows(
  { full, total, rows }: AnswerTable,
  { kept }: ScoreContext,
): Promise<readonly (readonly Json[])[]> {
  if (full === undefined || kept === undefined) {
    throw new FuxiError(
      "artifact-missing",
      `Of the ${total} members of the answer, ${rows.length} are there.`,
      {
        hint: "Score with the artifact store of the run.",
      },
    );
  }
  const text = new TextDecoder().decode(await kept(full.sha256));
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as readonly Json[]]));
}
