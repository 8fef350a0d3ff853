/**
 * What long-form answers cost: o200k tokens of requests and replies of the strategies on the same five questions over the sample, with
 * written replies. Each run has to end with a report all of whose figures hold.
 *
 * node bench/long-form-tokens.ts [--json FILE]
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { llmPolicy } from "../src/agent/policies/llm-policy.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { iterative } from "../src/agent/strategies/long-form/iterative.ts";
import { noInteraction } from "../src/agent/strategies/long-form/no-interaction.ts";
import { sequential } from "../src/agent/strategies/long-form/sequential.ts";
import type { Strategy } from "../src/agent/strategy.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { FuxiError } from "../src/errors/fuxi-error.ts";
import { remembering } from "../src/evaluation/tokens/count-tokens.ts";
import { scriptedModel } from "../src/testing/scripted-model.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import type { JsonObject } from "../src/util/json.ts";
import { LONG_FORM_COURSES, type LongFormCourse } from "./long-form-tokens/long-form-courses.ts";

interface Way {
  readonly name: string;
  readonly strategy: () => Strategy;
  /** Queries of one reply of `iterative`. */
  readonly atOnce?: number;
}

const WAYS: readonly Way[] = [
  { name: "sequential", strategy: () => sequential() },
  { name: "sequential, no looking", strategy: () => sequential({ looking: false }) },
  { name: "iterative, one by one", strategy: () => iterative(), atOnce: 1 },
  { name: "iterative, up to three", strategy: () => iterative(), atOnce: 3 },
  // The sample is larger than what is sent by default.
  { name: "no-interaction", strategy: () => noInteraction({ characters: 100_000_000 }) },
];
/** Around each message of a chat, as OpenAI's cookbook counts them. */
const FRAME = 4;

const { values: flags } = parseArgs({ options: { json: { type: "string" } } });
const cache = join(tmpdir(), "fuxi-bench-cache");
const [environment] = await openEnvironments(["sample:cinema"], {
  folders: { cache, data: cache },
  env: {},
  signal: new AbortController().signal,
  onWarning: () => {},
});
if (environment === undefined) throw new FuxiError("internal", "The sample was not opened.");

/** What a model is made to say, by the form that it is asked for. */
function replyTo(name: string | undefined, before: number, course: LongFormCourse, way: Way): JsonObject {
  const { atOnce = 1 } = way;
  const { looks, steps, report } = course;
  const queries = steps.map(({ purpose, sql }, at) => ({ step: at + 1, purpose, sql }));
  const thought = "What is needed next follows from what is known so far.";
  switch (name) {
    case "plan":
      return { thought, plan: steps.map(({ step }) => step) };
    case "look":
      return { thought, calls: looks };
    case "queries":
      return { thought, queries };
    case "mended_queries":
      return { thought, queries: [] };
    case "search": {
      const from = before * atOnce;
      const some = queries.slice(from, from + atOnce).map(({ purpose, sql }) => ({ purpose, sql }));
      const missing = steps[from]?.step ?? "";
      return some.length === 0 ? { thought, enough: true } : { thought, missing, queries: some };
    }
    default: {
      const { charts, ...plain } = report;
      // Without queries there is nothing to draw.
      return way.name === "no-interaction"
        ? { thought, ...plain }
        : { thought, ...plain, ...(charts === undefined ? {} : { charts }) };
    }
  }
}

const count = remembering(countTokens);

function tokensOf({ prompt }: LanguageModelV4CallOptions): number {
  return prompt.reduce((sum, { content }) => {
    const text =
      typeof content === "string"
        ? content
        : content.map((part) => ("text" in part ? part.text : "")).join("");
    return sum + FRAME + count(text);
  }, 0);
}

interface Costs {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** Input tokens of the largest request. */
  readonly largest: number;
}

async function measure(way: Way, course: LongFormCourse): Promise<Costs> {
  const costs = { calls: 0, input: 0, output: 0, largest: 0 };
  const seen = new Map<string, number>();
  const model = scriptedModel((request) => {
    const form = request.responseFormat?.type === "json" ? request.responseFormat.name : undefined;
    const before = seen.get(form ?? "") ?? 0;
    seen.set(form ?? "", before + 1);
    const looks = form === "plan" && before === 0 && way.name === "sequential";
    const text = JSON.stringify(replyTo(looks ? "look" : form, before, course, way));
    const input = tokensOf(request);
    costs.calls++;
    costs.input += input;
    costs.output += countTokens(text);
    costs.largest = Math.max(costs.largest, input);
    return { text };
  });
  const { outcome } = await runTask({
    environments: environment === undefined ? [] : [environment],
    task: { question: course.question },
    strategy: way.strategy(),
    policy: llmPolicy({ model, retries: 0 }),
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    principal: { id: "bench" },
    actLimits: { rows: 100, characters: 20_000, milliseconds: 60_000 },
  });
  const wrong = /"verdict":"(?:unsupported|corrected)"/u.exec(JSON.stringify(outcome));
  if (outcome.type !== "answered" || (wrong !== null && way.name !== "no-interaction")) {
    console.error(
      `${way.name}: "${course.question}" did not end well: ${JSON.stringify(outcome).slice(0, 2000)}`,
    );
    process.exitCode = 1;
  }
  return costs;
}

const rows = [];
for (const way of WAYS) {
  const all: Costs[] = [];
  for (const course of LONG_FORM_COURSES) all.push(await measure(way, course));
  const mean = (of: (costs: Costs) => number) =>
    Math.round((10 * all.reduce((sum, costs) => sum + of(costs), 0)) / all.length) / 10;
  rows.push({
    strategy: way.name,
    calls: mean(({ calls }) => calls),
    input: Math.round(mean(({ input }) => input)),
    output: Math.round(mean(({ output }) => output)),
    largest: Math.max(...all.map(({ largest }) => largest)),
  });
}
await environment.close();
console.log(`Means of ${LONG_FORM_COURSES.length} questions over sample:cinema, o200k tokens:\n`);
console.log("| strategy | calls | input | output | largest request |\n|---|---|---|---|---|");
for (const { strategy, calls, input, output, largest } of rows) {
  const cells = [calls, input, output, largest].map((value) => value.toLocaleString("en"));
  console.log(`| ${strategy} | ${cells.join(" | ")} |`);
}
if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(rows, null, 2)}\n`);
