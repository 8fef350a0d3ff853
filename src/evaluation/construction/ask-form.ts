import { z } from "zod";
import { llmPolicy } from "../../agent/policies/llm-policy.ts";
import type { ActContext } from "../../environment/act-context.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Usage } from "../../model/usage.ts";
import { clippedText } from "../../util/clipped-text.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";

export interface AskedForm<T extends z.ZodObject> {
  readonly name: string;
  readonly form: T;
  readonly instructions: string;
  readonly input: string;
  readonly example: z.infer<T> & JsonObject;
  /** Problems of the replies so far, which the model is told. */
  readonly problems: readonly string[];
}

/** The result if no reply could be parsed: their number, and a message for a person. */
export interface Unread {
  readonly problem: string;
  readonly unread: number;
  readonly usage: Usage;
  readonly said?: never;
}

/** Asks a model for a reply that fits a schema. An unreadable reply is returned to the model twice. */
export type AskForm = <T extends z.ZodObject>(
  asked: AskedForm<T>,
) => Promise<
  | { readonly said: z.infer<T>; readonly usage: Usage; readonly problem?: never; readonly unread?: never }
  | Unread
>;

/** UTF-16 units of an unreadable reply to show. */
const MOST_SHOWN = 80;

export interface AskFormOptions {
  readonly model: LanguageModel;
  readonly act: ActContext;
  readonly sampling?: JsonObject;
  readonly onNotice?: (notice: string) => void;
}

/** Uses the policy's requests for roles of a team, which handle the schema quirks of models and servers. */
export function askFormOf({ model, act, sampling, onNotice }: AskFormOptions): AskForm {
  const policy = llmPolicy({ model, ...given({ sampling, onNotice }) });
  return async ({ name, form, instructions, input, example, problems }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(form) as JsonObject;
    const {
      output,
      raw = "",
      usage,
    } = await policy.reply(
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
    if (read.success) return { said: read.data, usage };
    return unread(raw, usage);
  };
}

function unread(last: string, usage: Usage): Unread {
  const replies = usage.calls;
  const shown = last.trim().replace(/\s+/gu, " ");
  const times = replies === 1 ? "once" : `${replies} times`;
  const rest = shown === "" ? "the last was empty" : `the last began: ${clippedText(shown, MOST_SHOWN)}`;
  return { problem: `The model's replies could not be read, ${times}; ${rest}`, unread: replies, usage };
}
