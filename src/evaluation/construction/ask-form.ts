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
  /** What is wrong with the replies so far. */
  readonly problems: readonly string[];
}

/** No reply took the form: how many there were, and why there is none, in words for a person. */
export interface Unread {
  readonly problem: string;
  readonly unread: number;
  readonly usage: Usage;
  readonly said?: never;
}

/** Asks a model for a reply in a form; one that cannot be read goes back to it twice. */
export type AskForm = <T extends z.ZodObject>(
  asked: AskedForm<T>,
) => Promise<
  | { readonly said: z.infer<T>; readonly usage: Usage; readonly problem?: never; readonly unread?: never }
  | Unread
>;

/** UTF-16 units that are shown of a reply which could not be read. */
const MOST_SHOWN = 80;

export interface AskFormOptions {
  readonly model: LanguageModel;
  readonly act: ActContext;
  readonly sampling?: JsonObject;
  readonly onNotice?: (notice: string) => void;
}

/** Forms are asked for in the way that roles of a team are, which knows what models and servers do with schemas. */
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
