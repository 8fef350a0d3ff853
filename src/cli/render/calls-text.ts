import type { Evidence } from "../../environment/answer.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { clip } from "./action-text.ts";

/** Calls and what was read from them, one line each, in the form in which tools name them (`r1`, `e1`). */
export function callsText({ calls = [], preview }: Evidence, width: number): string {
  const made = calls.map((call) => {
    const pages = typeof call["pages"] === "number" ? `, ${call["pages"]} pages` : "";
    const times = typeof call["times"] === "number" ? `, ${call["times"]} calls` : "";
    return `${text(call["name"])} = ${text(call["operation"])}${given(call["arguments"])} (${text(call["status"])}${times}${pages})`;
  });
  const read = objectsOf(preview).map(
    ({ name, from, by, value }) => `${text(name)} = ${text(from)}: ${text(by)} → ${text(value)}`,
  );
  return [...made, ...read].map((line) => clip(visibleText(line.replace(/\s+/gu, " ")), width)).join("\n");
}

function given(value: Json | undefined): string {
  const written = JSON.stringify(value ?? {});
  return written === "{}" ? "" : ` ${written}`;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}
