import { type z, z as zod } from "zod";
import { llmPolicy } from "../../agent/policies/llm-policy.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import { startOf } from "../../util/clipped-text.ts";
import type { JsonObject } from "../../util/json.ts";
import { keptInMemory } from "../itool/kept-in-memory.ts";

/** As verdicts and warnings name it: `provider/model`. */
export function modelName({ provider, modelId }: Pick<LanguageModel, "provider" | "modelId">): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

/** Makers under other names of their models. */
const FAMILIES: readonly (readonly [pattern: RegExp, family: string])[] = [
  [/^(?:gpt|chatgpt|codex|o\d)/u, "gpt"],
  [/llama/u, "llama"],
  [/^(?:\w*mistral|mixtral|codestral|magistral|devstral)/u, "mistral"],
  [/^(?:gemini|gemma)/u, "gemini"],
  [/^(?:qwen|qwq)/u, "qwen"],
];

/** Providers that serve models of their own alone. */
const MAKERS: Readonly<Record<string, string>> = {
  openai: "gpt",
  anthropic: "claude",
  google: "gemini",
  mistral: "mistral",
};

/**
 * What a model is a kin of, by its name: "gpt" for `openai/gpt-5-mini`, "qwen" for `ollama/qwen3:8b`. Undefined where the name tells nothing, as that of a server's
 * only model.
 */
function modelFamily(name: string): string | undefined {
  const parts = name.toLowerCase().split("/");
  const last = parts.at(-1) ?? "";
  const known = FAMILIES.find(([pattern]) => pattern.test(last))?.[1];
  if (known !== undefined) return known;
  const maker = parts.length > 1 ? MAKERS[parts[0]?.split(".")[0] ?? ""] : undefined;
  if (maker !== undefined) return maker;
  const [word = ""] = /^[a-z]+/u.exec(last) ?? [];
  return word === "" || word === "default" ? undefined : word;
}

/** Whether a judge may favour an agent as its own kin (the paper's limitation of its method). */
export function isSameFamily(judge: string, agent: string): boolean {
  if (judge === agent) return true;
  const family = modelFamily(judge);
  return family !== undefined && family === modelFamily(agent);
}

/** A text of a run as a judge sees it. */
export interface JudgedText {
  readonly text: string;
  /** What is not shown of it, in words; absent where all is. */
  readonly cut?: string;
}

/** Most that a judge sees: UTF-16 units of texts, rows of a result, units of a cell, steps. */
export const MATERIAL_BOUNDS = {
  question: 4000,
  known: 4000,
  description: 24_000,
  plan: 8000,
  asked: 3000,
  result: 4000,
  /** Of all results together. */
  results: 60_000,
  rows: 20,
  cell: 200,
  steps: 30,
  answer: 12_000,
  rationale: 2000,
} as const;

/** The beginning of a text, and how much of it that is. */
export function boundedText(text: string, most: number): JudgedText {
  const whole = text.trim();
  if (whole.length <= most) return { text: whole };
  const shown = startOf(whole, most);
  return {
    text: `${shown}…`,
    cut: `the first ${shown.length.toLocaleString("en")} of ${whole.length.toLocaleString("en")} characters are shown`,
  };
}

/** What is asked of a judge. */
export interface AskedVerdict<T extends z.ZodObject> {
  readonly name: string;
  /** The rationale first: a verdict that is written before its reasons has none. */
  readonly form: T;
  readonly example: z.infer<T> & JsonObject;
  readonly instructions: string;
  /** Everything from the run in data marks. */
  readonly input: string;
}

/** How a judge is asked. */
export interface JudgeOptions {
  readonly temperature: number;
  readonly signal: AbortSignal;
  /** One line about something the model call did on its own: a retry, a setting left out. */
  readonly onNotice?: (notice: string) => void;
}

/** What a judge said, or why nothing of it could be used after it was asked three times. */
export type SaidVerdict<T> =
  | { readonly said: T; readonly usage: Usage; readonly problem?: never }
  | { readonly problem: string; readonly usage: Usage; readonly said?: never };

/**
 * A verdict of a model in its form. A reply that does not take the form is asked for again twice, by the conversation that roles of a team have.
 * @throws FuxiError `model-unavailable`, `model-refused`, `replay-miss`, `cancelled`
 */
export async function askVerdict<T extends z.ZodObject>(
  model: LanguageModel,
  { name, form, example, instructions, input }: AskedVerdict<T>,
  { temperature, signal, onNotice }: JudgeOptions,
): Promise<SaidVerdict<z.infer<T>>> {
  const policy = llmPolicy({
    model,
    sampling: { temperature },
    ...(onNotice === undefined ? {} : { onNotice }),
  });
  const { $schema: _, ...schema } = zod.toJSONSchema(form) as JsonObject;
  const act = { principal: { id: "judge" }, signal, limits: DEFAULT_ACT_LIMITS, artifacts: keptInMemory() };
  try {
    const { output, problem, usage } = await policy.reply(
      {
        kind: "role",
        transcript: [],
        mustConclude: false,
        ...{ instructions, input, problems: [], form: { name, schema, example } },
      },
      { task: { question: input }, role: name, command: name, environments: [], workspaces: new Map(), act },
    );
    const read = form.safeParse(output);
    if (read.success) return { said: read.data, usage };
    return { problem: problem?.message ?? "The reply is not in the form asked for.", usage };
  } catch (error) {
    // Another run's material may fit; this one is counted.
    if (!FuxiError.isInstance(error) || error.code !== "context-too-long") throw error;
    return { problem: error.message, usage: NO_USAGE };
  }
}
