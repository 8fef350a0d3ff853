import { z } from "zod";
import type { SqlCapability } from "../../environment/capabilities.ts";
import { egressSentence } from "../../environment/egress/with-egress.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { RoleRequest } from "../policy-request.ts";
import { asData } from "../prompts/data-marks.ts";
import { toolDescription } from "../prompts/rules.ts";
import type { PolicyContext } from "../strategy.ts";
import { stripThinking } from "../text-actions/literal-reader.ts";
import { signatureOf } from "../text-actions/tool-signature.ts";
import { toolNames } from "../tool-names.ts";
import { askUntilRead } from "./choice-reply.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { readCallInput } from "./native.ts";
import { cacheable, userText } from "./reply-text.ts";

/** What one role of a team writes, in its form; a reply that never takes it is a problem for the strategy. */
export async function roleReply(
  { instructions, described, tools, records, input, form, problems }: RoleRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const schema = readable(form.schema);
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
      const value = readCallInput(jsonIn(stripThinking(text)));
      if (value === undefined) return { problem: `That is no JSON object. ${demand}` };
      const { error } = schema.safeParse(value);
      return error === undefined ? { found: value } : { problem: `${sentenceOf(error)} ${demand}` };
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

/** Of a database or an API that does not fit whole, also what the task seems to need of it. */
async function describedParts({ environments, task, act }: PolicyContext): Promise<Parts> {
  const parts = await Promise.all(
    environments.map(async (environment) => {
      const { text, truncation } = await environment.describe("schema", undefined, act);
      const { sql, api } = environment.capabilities;
      const { egress } = environment;
      const withheld = egress === undefined || sql === undefined ? "" : `\n${egressSentence(egress)}`;
      const stable = `What there is in ${environment.id}${dialectOf(sql)}:\n${asData(text)}${withheld}`;
      if (truncation === undefined || (sql ?? api) === undefined) return { stable, ofTask: "" };
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

type Records =
  | { readonly text: string; readonly problem?: never }
  | { readonly problem: string; readonly text?: never };

/** All rows of all tables as text of at most so many characters, or why they cannot be given. */
async function allRecords(
  characters: number,
  { environments, act }: Pick<PolicyContext, "environments" | "act">,
): Promise<Records> {
  const parts: string[] = [];
  let left = characters;
  for (const environment of environments) {
    const read = await recordsOf(environment, left, act);
    if (read === undefined) {
      return {
        problem: `All records of ${environment.id} take more than the ${characters.toLocaleString("en")} characters that are sent. Use a strategy that writes queries, such as sequential.`,
      };
    }
    if (read.problem !== undefined) return read;
    left -= read.text.length;
    parts.push(`All records of ${environment.id}:\n${asData(read.text)}`);
  }
  return { text: parts.join("\n\n") };
}

/** Undefined where they do not fit. */
async function recordsOf(
  { id, egress, capabilities: { sql } }: Environment,
  characters: number,
  act: PolicyContext["act"],
): Promise<Records | undefined> {
  if (sql?.definitions === undefined) return { problem: `${id} has no tables whose records could be sent.` };
  if (egress !== undefined) {
    return { problem: `The records of ${id} are withheld from the model (egress ${egress}).` };
  }
  const tables: string[] = [];
  let left = characters;
  for (const { name, definition } of await sql.definitions({ sampleRows: 0 }, act)) {
    left -= definition.length + 1;
    if (left < 0) return undefined;
    // A row takes two characters at least.
    const maxRows = Math.ceil(left / 2) + 1;
    try {
      const { columns, rows, truncated } = await sql.query(`SELECT * FROM ${name}`, { maxRows }, act);
      if (truncated) return undefined;
      const lines = [columns.map(visibleText).join(" | "), ...rows.map((row) => row.map(cell).join(" | "))];
      const text = lines.join("\n");
      left -= text.length + 1;
      if (left < 0) return undefined;
      tables.push(`${definition}\n${text}`);
    } catch (error) {
      if (!FuxiError.isInstance(error) || error.code === "cancelled") throw error;
      return { problem: `The records of ${name} could not be read: ${error.message}` };
    }
  }
  return { text: tables.join("\n\n") };
}

function cell(value: Json): string {
  if (value === null) return "NULL";
  return visibleText(typeof value === "string" ? value : JSON.stringify(value));
}

/** The tools that look around, of all environments, with what they do. */
function navigationalTools({ environments }: Pick<PolicyContext, "environments">): string {
  const names = toolNames(environments);
  const lines = names.tools
    .filter(({ tool }) => tool.group === "navigational")
    .map((named) => `- ${signatureOf(named.name, named.tool)}: ${toolDescription(named, names)}`);
  return `Tools to look around with (a parameter with ? may be left out):\n${lines.join("\n")}`;
}

/** The form as a reply is held against it: members that it does not have say nothing that was asked for, and nobody reads them. */
function readable(form: JsonObject): z.ZodType {
  const open = JSON.stringify(form, (name, value) => (name === "additionalProperties" ? undefined : value));
  return z.fromJSONSchema(JSON.parse(open) as Parameters<typeof z.fromJSONSchema>[0]);
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") ?? ""}: ${issue?.message}.`.replace(/^: /u, "");
}
