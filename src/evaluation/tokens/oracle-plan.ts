import { goldPlan } from "../../agent/policies/gold-plan.ts";
import type { PolicyContext } from "../../agent/policy.ts";
import type { Action } from "../../environment/action.ts";
import type { Claim } from "../../environment/answer.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";

/** What an oracle does for a question: texts of the conditions looked up, then the gold clause by clause. */
export interface OraclePlan {
  readonly lookUps: readonly Action[];
  readonly actions: readonly Action[];
  readonly claim: Claim;
  readonly environment: string;
}

const LOOK_UP = "find_columns_containing_value";
const TEXT = /'((?:[^']|'')+)'/gu;

/**
 * The gold of a question on a database with what an agent has to find out first: each different text of its conditions, once. Undefined where the
 * tools cannot express the gold.
 */
export async function oraclePlan(
  { oracle }: BenchmarkTask,
  context: PolicyContext,
): Promise<OraclePlan | undefined> {
  const plan = oracle === undefined ? undefined : await goldPlan(oracle, context);
  if (plan?.environment === undefined) return undefined;
  const { actions, claim, environment } = plan;
  const tools = context.environments.find(({ id }) => id === environment)?.tools ?? [];
  const canLookUp = tools.some(({ name }) => name === LOOK_UP);
  const conditions = actions.filter(({ tool }) => tool === "where" || tool === "having");
  const texts = conditions.flatMap(({ arguments: given }) => textsIn(Object.values(given)));
  const lookUps = [...new Set(canLookUp ? texts : [])].map((value) => ({
    environment,
    tool: LOOK_UP,
    arguments: { value },
  }));
  return { lookUps, actions, claim, environment };
}

/** Texts with a letter in them; patterns and dates are written without looking. */
function textsIn(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) =>
    typeof value !== "string"
      ? []
      : [...value.matchAll(TEXT)]
          .map((match) => (match[1] ?? "").replaceAll("''", "'"))
          .filter((text) => /\p{L}/u.test(text) && !/[%_]/u.test(text)),
  );
}
