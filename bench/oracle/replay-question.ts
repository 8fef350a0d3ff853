import type { ActContext } from "../../src/environment/act-context.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/index.ts";
import { executionMatch } from "../../src/evaluation/scores/sql/execution-match.ts";
import { comparableRows } from "./comparable-rows.ts";
import { PartialQuery } from "./partial-query.ts";
import type { ReferenceEngine } from "./reference-engine.ts";

export interface Replay {
  readonly ending: "gold-result" | "other-result" | "refused" | "not-taken-apart" | "not-concluded";
  /** What went wrong, one line each. */
  readonly problems: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly actions: number;
  readonly countsCompared: number;
  readonly countsWrong: number;
  /** Tools of the steps that told no count. */
  readonly untold: readonly string[];
  readonly observationCharacters: number;
  readonly milliseconds: readonly number[];
}

/** Gives each clause of a gold query to its tool, holds every row count against the engine, and compares the end with the gold result. */
export async function replayQuestion(
  environment: DatabaseEnvironment,
  engine: ReferenceEngine,
  gold: { readonly question: string; readonly sql: string },
  context: ActContext,
): Promise<Replay> {
  const problems: string[] = [];
  const untold: string[] = [];
  const milliseconds: number[] = [];
  const tally = { actions: 0, countsCompared: 0, countsWrong: 0, observationCharacters: 0 };
  const end = (ending: Replay["ending"], warnings: Replay["warnings"] = []): Replay => ({
    ending,
    problems,
    warnings,
    untold,
    milliseconds,
    ...tally,
  });
  const { sql: capability } = environment.capabilities;
  const actions = capability?.takeApart(gold.sql);
  if (!actions || !capability) return end("not-taken-apart");
  let workspace = await environment.openWorkspace({ question: gold.question }, context);
  const partial = new PartialQuery();
  for (const action of actions) {
    const before = performance.now();
    const { observation, failure, workspace: next } = await environment.act(workspace, action, context);
    milliseconds.push(performance.now() - before);
    tally.actions++;
    if (failure) {
      problems.push(`refused ${JSON.stringify(action.arguments)}: ${JSON.stringify(failure)}`);
      return end("refused");
    }
    workspace = next;
    tally.observationCharacters += observation.text.length;
    const counted = partial.after(action);
    if (counted === undefined) continue;
    const told = observation.data.rows;
    if (told === undefined) {
      untold.push(action.tool);
      continue;
    }
    const expected = await countRows(engine, counted);
    tally.countsCompared++;
    if (told === expected) continue;
    tally.countsWrong++;
    problems.push(
      `${action.tool} told ${String(told)} rows, the engine counts ${String(expected)}: ${counted}`,
    );
  }
  const check = { environment: environment.id, tool: "check_query", arguments: { query: "" } };
  const checked = await environment.act(workspace, check, context);
  if (checked.failure) problems.push(`finished draft not checked: ${JSON.stringify(checked.failure)}`);
  const warnings = checked.observation?.warnings ?? [];
  const concluded = await environment.conclude(workspace, {}, context);
  if (concluded.failure) {
    problems.push(JSON.stringify(concluded.failure));
    return end("not-concluded", warnings);
  }
  const ours = await capability.query(concluded.evidence.sql ?? "", { maxRows: 1_000_000 }, context);
  const wanted = comparableRows(await engine.rows(gold.sql));
  const same =
    executionMatch(comparableRows(ours.rows), wanted) && concluded.answer.rows?.total === wanted.length;
  if (!same) problems.push(`another result: ${concluded.evidence.sql}`);
  return end(same ? "gold-result" : "other-result", warnings);
}

/** Where two columns have the same name some engines take no query for a table, and the rows themselves are counted. */
async function countRows(engine: ReferenceEngine, sql: string): Promise<number> {
  try {
    const [[count] = []] = await engine.rows(`SELECT COUNT(*) FROM (${sql}) AS counted_rows`);
    return Number(count);
  } catch {
    return (await engine.rows(sql)).length;
  }
}
