import { z } from "zod";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { JsonObject } from "../../util/json.ts";
import type { PolicyContext } from "../policy.ts";
import type { RoleRequest } from "../policy-request.ts";
import { asData } from "../prompts/data-marks.ts";
import { stripThinking } from "../text-actions/strip-thinking.ts";
import { askUntilRead } from "./ask-until-read.ts";
import { userText } from "./message-text.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { readCallInput } from "./read-call-input.ts";

/** What one role of a team writes, in its form; a reply that never takes it is a problem for the strategy. */
export async function roleReply(
  { instructions, described, input, form, problems }: RoleRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const schema = z.fromJSONSchema(form.schema as Parameters<typeof z.fromJSONSchema>[0]);
  const demand = `Reply with one JSON object and nothing else, such as:\n${JSON.stringify(form.example)}`;
  const about = described === true ? await descriptionsOf(context) : [];
  const system = [instructions, ...about, demand].join("\n\n");
  const { found, raw } = await askUntilRead<JsonObject>(conversation, {
    name: form.name,
    schema: form.schema,
    prompt: async () => [{ role: "system", content: system }, userText([input, ...problems].join("\n\n"))],
    read: (text) => {
      const value = readCallInput(jsonIn(stripThinking(text)), undefined);
      if (value === undefined) return { problem: `That is no JSON object. ${demand}` };
      const read = schema.safeParse(value);
      if (read.success) return { found: read.data as JsonObject };
      const [issue] = read.error.issues;
      return { problem: `${issue?.path.join(".") ?? ""}: ${issue?.message}. ${demand}`.replace(/^: /u, "") };
    },
  });
  const reply = { thought: textOf(found?.thought), actions: [], raw, usage: conversation.usage };
  if (found !== undefined) return { ...reply, output: found };
  return {
    ...reply,
    problem: { kind: "malformed-action", message: `The reply is not in the form asked for. ${demand}` },
  };
}

async function descriptionsOf({ environments, act }: PolicyContext): Promise<readonly string[]> {
  return Promise.all(
    environments.map(async (environment) => {
      const { text } = await environment.describe("schema", undefined, act);
      return `What there is in ${environment.id}:\n${asData(text)}`;
    }),
  );
}

/** Models like to put a fence or a sentence around what they were asked for. */
function jsonIn(text: string): string {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

function textOf(value: JsonObject[string]): string {
  return typeof value === "string" ? value : "";
}
