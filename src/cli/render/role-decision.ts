import type { Json, JsonObject } from "../../util/json.ts";

/** What the members of a role's output say, where the next action does not show it anyway. */
const MEMBERS: readonly (readonly [name: string, says: string])[] = [
  ["step", ""],
  ["operation", ""],
  ["objective", "next: "],
  ["refutation", "need not ask: "],
  ["none", "no operation fits: "],
  ["result", "read: "],
  ["difficulty", "cannot go on: "],
  ["question", "wants to ask: "],
  ["unanswerable", "gives up: "],
  ["answer", "answers: "],
];

/** What one role of a team decided, in one line without breaks; undefined where it wrote arguments or a program, which their action shows. */
export function roleDecision(output: JsonObject): string | undefined {
  for (const [name, says] of MEMBERS) {
    const text = textOf(output[name]);
    if (text !== "") return `${says}${text.replace(/\s+/gu, " ")}`;
  }
  const plan = output["plan"];
  if (Array.isArray(plan) && plan.length > 0)
    return `plans: ${plan
      .map((step, at) => `${at + 1}. ${textOf(step)}`)
      .join(" ")
      .replace(/\s+/gu, " ")}`;
  const queries = output["queries"];
  if (Array.isArray(queries) && queries.length > 0)
    return `asks for: ${queries.map(purposeOf).join("; ").replace(/\s+/gu, " ")}`;
  return output["continue"] === true ? "another operation for the same step" : undefined;
}

function purposeOf(query: Json): string {
  const { purpose } = typeof query === "object" && query !== null ? (query as JsonObject) : {};
  return textOf(purpose).replace(/\.$/u, "");
}

function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const { problem, question } = value as JsonObject;
  return textOf(problem ?? question);
}
