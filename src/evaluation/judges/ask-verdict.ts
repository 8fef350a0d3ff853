import type { z } from "zod";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import { startOf } from "../../util/clipped-text.ts";
import { type AskedForm, askFormOf } from "../construction/ask-form.ts";
import { keptInMemory } from "../itool/kept-in-memory.ts";

/** As verdicts and warnings name it: `provider/model`. */
export function modelName({ provider, modelId }: Pick<LanguageModel, "provider" | "modelId">): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

/** Names of families as they stand in those of models. */
const FAMILIES = /gpt|claude|gemini|gemma|llama|mi[sx]tral|qwen|deepseek|grok|phi/u;

/** What a model is a kin of, by its name: "gpt" for `openai/gpt-5-mini`. Undefined where the name tells none. */
function modelFamily(name: string): string | undefined {
  const [, maker = "", last = name] = /^(.*)\/([^/]*)$/u.exec(name.toLowerCase()) ?? [];
  const family = FAMILIES.exec(last)?.[0] ?? FAMILIES.exec(maker)?.[0] ?? /^[a-z]+/u.exec(last)?.[0];
  return family === "gemma" ? "gemini" : family === "default" ? undefined : family;
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

/** What is asked of a judge: its form has the rationale first, as a verdict that is written before its reasons has none. */
export type AskedVerdict<T extends z.ZodObject> = Omit<AskedForm<T>, "problems">;

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
  asked: AskedVerdict<T>,
  { temperature, signal, onNotice }: JudgeOptions,
): Promise<SaidVerdict<z.infer<T>>> {
  const act = { principal: { id: "judge" }, signal, limits: DEFAULT_ACT_LIMITS, artifacts: keptInMemory() };
  const ask = askFormOf({
    model,
    act,
    sampling: { temperature },
    ...(onNotice === undefined ? {} : { onNotice }),
  });
  try {
    return await ask({ ...asked, problems: [] });
  } catch (error) {
    // Another run's material may fit; this one is counted.
    if (!FuxiError.isInstance(error) || error.code !== "context-too-long") throw error;
    return { problem: error.message, usage: NO_USAGE };
  }
}
