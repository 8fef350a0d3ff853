import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { sqlClient } from "../../../../src/agent/strategies/baselines/execute-sql.ts";
import type { Strategy } from "../../../../src/agent/strategy.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { runOptions } from "../../../support/run-fixture.ts";

/** A run of a strategy over described tables, whose model replies with these objects or texts, and what it was shown each time. */
export async function piped(
  database: Environment,
  strategy: Strategy,
  question: string,
  replies: readonly (JsonObject | string)[],
) {
  const model = scriptedModel(
    replies.map((reply) => ({ text: typeof reply === "string" ? reply : JSON.stringify(reply) })),
  );
  const result = await runTask(
    runOptions([], {
      environments: [sqlClient(database, { sampleRows: 0 })],
      task: { question, oracleKnowledge: "York is a city" },
      strategy,
      policy: llmPolicy({ model, retries: 0 }),
    }),
  );
  const shown = model.requests.map(({ prompt }) =>
    prompt
      .map(({ content }) =>
        typeof content === "string"
          ? content
          : content.map((part) => ("text" in part ? part.text : "")).join(""),
      )
      .join("\n\n"),
  );
  const { outcome } = result;
  return { ...result, shown, sql: outcome.type === "answered" ? outcome.evidence[0]?.sql : undefined };
}
