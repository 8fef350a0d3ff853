import { z } from "zod";
import type { PermittedSlot } from "../../environment/permitted-action.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ToolNames } from "../tool-names.ts";
import { readJson, stripFence, stripThinking } from "./literal-reader.ts";
import { parseCall } from "./parse-call.ts";

interface Choosable {
  /** In order, one for each option. */
  readonly letters: readonly string[];
  /** What each option may be written out as. */
  readonly texts: readonly (readonly string[])[];
  /** Stands for none of them. */
  readonly noneLetter: string;
}

/**
 * The option that a reply names: a letter in any decoration ("d", "(d)", "My choice: d.", `{"choice":"d"}`), or the option written out.
 * Undefined where it names none, or more than one.
 */
export function readChoice(written: string, choosable: Choosable): number | "none" | undefined {
  const text = stripFence(stripThinking(written)).trim();
  const said = choiceInJson(text) ?? text;
  return byLetter(said, choosable) ?? byText(said, choosable);
}

function choiceInJson(text: string): string | undefined {
  const value = text.startsWith("{") ? readJson(text) : undefined;
  const member = isObject(value) ? (value.choice ?? Object.values(value)[0]) : undefined;
  if (typeof member === "string") return member.trim();
  return /"choice"\s*:\s*"([^"]*)"/iu.exec(text)?.[1]?.trim();
}

/** A letter alone, however it is decorated, behind a label, or before its option. */
const LETTER_FORMS: readonly RegExp[] = [
  /^[^\p{L}\p{N}]*([a-z]{1,2}|none)[^\p{L}\p{N}]*$/giu,
  /\b(?:choice|answer|option|letter|action)\b[^:=\n]{0,20}(?:[:=]|\bis\b)\s*["'`*([]*([a-z]{1,2}|none)\b(?!['’(_])/giu,
  /^[("'`*[\s]*([a-z]{1,2})["'`*\]]*[).:](?=\s|\*|$)/giu,
];

function byLetter(text: string, { letters, noneLetter }: Choosable): number | "none" | undefined {
  for (const form of LETTER_FORMS) {
    const named = [...text.matchAll(form)].map((match) => (match[1] ?? "").toLowerCase());
    // Who thinks aloud names what is decided on last.
    const letter = named.findLast((each) => each === "none" || each === noneLetter || letters.includes(each));
    if (letter === "none" || letter === noneLetter) return "none";
    if (letter !== undefined) return letters.indexOf(letter);
  }
  return undefined;
}

function byText(text: string, { texts }: Choosable): number | "none" | undefined {
  if (/^\W*none of these\W*$/iu.test(text)) return "none";
  const said = text.replace(/^action:\s*/iu, "");
  const named = texts.findIndex((forms) => forms.includes(said));
  return named < 0 ? undefined : named;
}

/** Names of the first `count` options: a to z, then aa, ab, … */
export function optionLetters(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => letters(at));
}

function letters(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : `${letters(Math.floor(at / 26) - 1)}${last}`;
}

type Written =
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
  if (none && (found === "NONE" || !keepsTo(constraint, found))) return { declined: true };
  const value = fitted(found, constraint);
  return keepsTo(constraint, value)
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
  const label = new RegExp(`^${argument.replace(/\W/gu, "")}\\s*[:=](?!=)\\s*`, "iu");
  const rest = stripFence(text.replace(label, ""));
  return /^(["'`])(?:(?!\1)[\s\S])*\1$/u.test(rest) ? rest.slice(1, -1) : rest;
}

/** A number or a list that was written as text. */
function fitted(value: Json, { type }: JsonObject): Json {
  return typeof value === "string" && type !== "string" ? (readJson(value) ?? value) : value;
}

/** Whether a value is as the constraint of a slot says. */
export function keepsTo(constraint: JsonObject, value: Json): boolean {
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
