import { DatabaseSync } from "node:sqlite";
import type { WholeTable } from "../../src/agent/figures/tables.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import type { Json } from "../../src/util/json.ts";
import { fillBraces } from "./fill-braces.ts";
import type { LongFormReference } from "./long-form-reference.ts";

/** As `src/samples/cinema/long-form-answers.json` has it. */
export interface ComputedAnswer {
  readonly id: string;
  readonly answer: string;
  /** How many queries it rests on. */
  readonly queries: number;
}

/**
 * Runs the queries of references on a database, and fills their texts.
 * @throws FuxiError `data-invalid` that names everything that is wrong, by question
 */
export function computeLongFormAnswers(
  references: readonly LongFormReference[],
  questions: readonly { readonly id: string; readonly question: string }[],
  path: string,
): readonly ComputedAnswer[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const wrong: string[] = [];
    const answers = references.flatMap((reference): readonly ComputedAnswer[] => {
      const { id, queries, answer } = reference;
      const asked = questions.find((each) => each.id === id);
      const { tables, problems } = tablesOf(reference, database);
      const filled = fillBraces(answer, asked?.question ?? "", tables);
      const said = [
        ...(asked === undefined ? ["There is no question of that id."] : []),
        ...problems,
        ...filled.problems,
      ];
      wrong.push(...said.map((each) => `${id}: ${each}`));
      return said.length > 0 ? [] : [{ id, answer: filled.text, queries: queries.length }];
    });
    if (wrong.length > 0)
      throw new FuxiError("data-invalid", `References cannot be computed:\n${wrong.join("\n")}`);
    return answers;
  } finally {
    database.close();
  }
}

function tablesOf(
  { queries }: LongFormReference,
  database: DatabaseSync,
): { readonly tables: ReadonlyMap<string, WholeTable>; readonly problems: readonly string[] } {
  const tables = new Map<string, WholeTable>();
  const problems: string[] = [];
  for (const { name, sql } of queries) {
    try {
      if (tables.has(name)) problems.push(`${name} stands twice.`);
      const statement = database.prepare(sql);
      const columns = statement.columns().map((column) => column.name);
      statement.setReturnArrays(true);
      const rows = statement.all() as unknown as readonly (readonly Json[])[];
      tables.set(name, { columns, rows });
      if (rows.length === 0) problems.push(`${name} has no rows.`);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { tables, problems };
}
