import { egressSentence } from "../../environment/egress/with-egress.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyContext } from "../policy.ts";
import type { RoundData } from "../policy-request.ts";
import { tablesPrompt } from "../prompts/tables-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { readSql } from "../text-actions/read-sql.ts";
import type { Round } from "./round.ts";

/**
 * The tables of the run's one database, and the question.
 * @throws FuxiError `usage` where the run has no database, or several environments
 */
export async function tablesRound(
  { sampleRows }: Extract<RoundData, { type: "tables" }>,
  { environments, task, act }: PolicyContext,
): Promise<Round> {
  const [environment, ...more] = environments;
  const sql = environment?.capabilities.sql;
  if (environment === undefined || sql?.definitions === undefined || more.length > 0) {
    throw new FuxiError("usage", "A prompt of tables is made of one database, and of nothing beside it.", {
      hint: "Ask one database, or use the strategy react.",
    });
  }
  const tables = await sql.definitions({ sampleRows }, act);
  const withheld =
    environment.egress === undefined || sampleRows === 0
      ? {}
      : { withheld: egressSentence(environment.egress) };
  return {
    system: tablesPrompt({ dialect: sql.dialect, tables, sampleRows, ...withheld }),
    user: taskPrompt({ task, descriptions: [] }),
    form: "Reply with one query in a block of code.",
    read(text) {
      const found = readSql(text);
      if (found === undefined) return undefined;
      const { sql: query, thought } = found;
      return { thought, actions: [], claim: { environment: environment.id, claim: { text: query } } };
    },
  };
}
