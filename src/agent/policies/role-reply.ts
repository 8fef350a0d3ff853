import { z } from "zod";
import { egressSentence } from "../../environment/egress/with-egress.ts";
import type { SqlCapability } from "../../environment/sql-capability.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { JsonObject } from "../../util/json.ts";
import type { PolicyContext } from "../policy.ts";
import type { RoleRequest } from "../policy-request.ts";
import { asData } from "../prompts/data-marks.ts";
import { stripThinking } from "../text-actions/strip-thinking.ts";
import { allRecords } from "./all-records.ts";
import { askUntilRead } from "./ask-until-read.ts";
import { cacheable } from "./cacheable.ts";
import { userText } from "./message-text.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { navigationalTools } from "./navigational-tools.ts";
import { readCallInput } from "./read-call-input.ts";
import { readForm } from "./read-form.ts";

/** What one role of a team writes, in its form; a reply that never takes it is a problem for the strategy. */
export async function roleReply(
  { instructions, described, tools, records, input, form, problems }: RoleRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const schema = z.fromJSONSchema(form.schema as Parameters<typeof z.fromJSONSchema>[0]);
  const demand = `Reply with one JSON object and nothing else, such as:\n${JSON.stringify(form.example)}`;
  const about = described === true ? await describedParts(context) : NOTHING;
  const listed = tools === undefined ? [] : [navigationalTools(context)];
  const read = records === undefined ? undefined : await allRecords(records.characters, context);
  if (read?.problem !== undefined) {
    const problem = { kind: "no-action" as const, message: read.problem };
    return { thought: "", actions: [], usage: conversation.usage, problem };
  }
  const shown = read === undefined ? [] : [read.text];
  const system = [instructions, ...about.stable, ...listed, ...shown, demand].join("\n\n");
  const user = userText([...about.ofTask, input, ...problems].join("\n\n"));
  const { found, raw } = await askUntilRead<JsonObject>(conversation, {
    name: form.name,
    schema: form.schema,
    prompt: async () => cacheable([{ role: "system", content: system }, user]),
    read: (text) => {
      const value = readCallInput(jsonIn(stripThinking(text)), undefined);
      if (value === undefined) return { problem: `That is no JSON object. ${demand}` };
      const read = readForm(schema, value);
      return read.problem === undefined ? read : { problem: `${read.problem} ${demand}` };
    },
  });
  const reply = { thought: textOf(found?.thought), actions: [], raw, usage: conversation.usage };
  if (found !== undefined) return { ...reply, output: found };
  return {
    ...reply,
    problem: { kind: "malformed-action", message: `The reply is not in the form asked for. ${demand}` },
  };
}

type Parts = { readonly stable: readonly string[]; readonly ofTask: readonly string[] };

const NOTHING: Parts = { stable: [], ofTask: [] };

/** Of a database whose schema does not fit whole, also what the task seems to need of it. */
async function describedParts({ environments, task, act }: PolicyContext): Promise<Parts> {
  const parts = await Promise.all(
    environments.map(async (environment) => {
      const { text, truncation } = await environment.describe("schema", undefined, act);
      const { sql } = environment.capabilities;
      const { egress } = environment;
      const withheld = egress === undefined || sql === undefined ? "" : `\n${egressSentence(egress)}`;
      const stable = `What there is in ${environment.id}${dialectOf(sql)}:\n${asData(text)}${withheld}`;
      if (truncation === undefined || sql === undefined) return { stable, ofTask: "" };
      const needed = (await environment.describe("task", task, act)).text;
      const ofTask = `The part of ${environment.id} that this question seems to need:\n${asData(needed)}`;
      return { stable, ofTask: needed.trim() === "" ? "" : ofTask };
    }),
  );
  return {
    stable: parts.map(({ stable }) => stable),
    ofTask: parts.map(({ ofTask }) => ofTask).filter((text) => text !== ""),
  };
}

function dialectOf(sql: SqlCapability | undefined): string {
  return sql === undefined ? "" : ` (SQL dialect: ${sql.dialect})`;
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
