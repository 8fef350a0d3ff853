import { z } from "zod";
import { llmPolicy } from "../../agent/policies/llm-policy.ts";
import type { ActContext } from "../../environment/act-context.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { JsonObject } from "../../util/json.ts";

export interface AskedForm<T extends z.ZodObject> {
  readonly name: string;
  readonly form: T;
  readonly instructions: string;
  readonly input: string;
  readonly example: z.infer<T> & JsonObject;
  /** What is wrong with the replies so far. */
  readonly problems: readonly string[];
}

/** Asks a model for a reply in a form; a reply that never takes it is a problem. */
export type AskForm = <T extends z.ZodObject>(
  asked: AskedForm<T>,
) => Promise<
  | { readonly said: z.infer<T>; readonly problem?: never }
  | { readonly problem: string; readonly said?: never }
>;

export interface AskFormOptions {
  readonly model: LanguageModel;
  readonly act: ActContext;
  readonly onNotice?: (notice: string) => void;
}

/** Forms are asked for in the way that roles of a team are, which knows what models and servers do with schemas. */
export function askFormOf({ model, act, onNotice }: AskFormOptions): AskForm {
  const policy = llmPolicy({ model, ...(onNotice === undefined ? {} : { onNotice }) });
  return async ({ name, form, instructions, input, example, problems }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(form) as JsonObject;
    const { output, problem } = await policy.reply(
      {
        kind: "role",
        transcript: [],
        mustConclude: false,
        ...{ instructions, input, problems, form: { name, schema, example } },
      },
      {
        task: { question: input },
        role: name,
        command: name,
        environments: [],
        workspaces: new Map(),
        act,
      },
    );
    const read = form.safeParse(output);
    if (read.success) return { said: read.data };
    return { problem: problem?.message ?? "The reply is not in the form asked for." };
  };
}
