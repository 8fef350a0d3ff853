import { z } from "zod";
import type { PermittedSlot } from "../../environment/permitted-action.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ToolNames } from "../tool-names.ts";
import { fitValue } from "./fit-value.ts";
import { parseCall } from "./parse-call.ts";
import { unquoted } from "./read-arguments.ts";
import { readJson } from "./read-json.ts";
import { stripFence, stripThinking } from "./strip-thinking.ts";

export type Written =
  | { readonly value: Json; readonly problem?: never }
  /** The writer says that this call is not the one. */
  | { readonly declined: true; readonly value?: never; readonly problem?: never }
  | { readonly problem: string; readonly value?: never };

/** The argument of a slot in a reply: as the member of an object, bare, quoted, behind its name, or inside the whole call. */
export function readWritten(written: string, slot: PermittedSlot, names: ToolNames): Written {
  const { argument, constraint } = slot;
  const text = stripFence(stripThinking(written)).trim();
  if (text === "") return { problem: "Your reply was empty." };
  const found = inObject(text, slot) ?? inCall(text, slot, names) ?? bare(text, argument);
  const none = typeof found === "string" && found.trim().toUpperCase() === "NONE";
  if (none && (found === "NONE" || !allows(constraint, found))) return { declined: true };
  const value = fitEnum(fitValue(found, constraint), constraint);
  return allows(constraint, value)
    ? { value }
    : { problem: `${argument} cannot be ${shown(value)}: it has to be as the constraint says.` };
}

function inObject(text: string, { argument }: PermittedSlot): Json | undefined {
  const value = text.startsWith("{") ? readJson(text) : undefined;
  if (!isObject(value)) return undefined;
  const members = Object.values(value);
  return value[argument] ?? (members.length === 1 ? members[0] : undefined);
}

function inCall(
  text: string,
  { environment, tool, argument }: PermittedSlot,
  names: ToolNames,
): Json | undefined {
  const call = /^[*_`\s]*(?:action\s*:)?[*_`\s]*([A-Za-z_][\w.-]*)\s*\(/iu.exec(text);
  const named = names.find(call?.[1] ?? "");
  if (named?.tool.name !== tool || named.environment !== environment) return undefined;
  const parsed = parseCall(text.replace(/^[*_`\s]*action\s*:/iu, ""), names);
  return parsed.problem === undefined ? parsed.arguments[argument] : undefined;
}

function bare(text: string, argument: string): string {
  const label = new RegExp(
    `^[*_\`]*(?:${argument.replace(/[^\w]/gu, "")}|value)[*_\`]*\\s*[:=](?!=)\\s*`,
    "iu",
  );
  return unquoted(stripFence(text.replace(label, "")));
}

function fitEnum(value: Json, constraint: JsonObject): Json {
  const { enum: allowed } = constraint;
  if (!Array.isArray(allowed) || typeof value !== "string" || allowed.includes(value)) return value;
  const same = allowed.filter((one: Json) => String(one).toLowerCase() === value.trim().toLowerCase());
  return same.length === 1 ? (same[0] as Json) : value;
}

function allows(constraint: JsonObject, value: Json): boolean {
  try {
    return z.fromJSONSchema(constraint as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;
  } catch {
    // A schema beyond what can be checked here is checked by the tool.
    return true;
  }
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
