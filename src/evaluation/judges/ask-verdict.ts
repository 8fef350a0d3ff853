import type { z } from "zod";
import { z as zod } from "zod";
import { llmPolicy } from "../../agent/policies/llm-policy.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import { keptInMemory } from "../itool/kept-in-memory.ts";

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
