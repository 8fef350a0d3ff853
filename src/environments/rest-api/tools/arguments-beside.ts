import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { JsonObject } from "../../../util/json.ts";
import { closure } from "../document/closure.ts";
import { membersOf } from "../request/body-members.ts";
import type { RestApiServices } from "../rest-api-services.ts";

const OWN = ["operation", "arguments", "pages"];

/** The failure of a call whose operation's arguments stand beside `arguments` and not in it; undefined where something else is wrong. */
export function argumentsBeside(
  given: JsonObject,
  { operations, document }: Pick<RestApiServices, "operations" | "document">,
): ToolFailure | undefined {
  const { operation: written, arguments: inside } = given;
  const operation = typeof written === "string" ? operations.find(written)?.operation : undefined;
  if (operation === undefined) return undefined;
  const [content] = operation.body?.contents ?? [];
  const members = content === undefined ? [] : membersOf(closure(document, content.schema)).list;
  const known = new Set([...operation.parameters, ...members].map(({ name }) => name));
  const beside = Object.keys(given).filter((name) => !OWN.includes(name));
  const [first] = beside;
  if (first === undefined || !beside.every((name) => known.has(name))) return undefined;
  const moved = Object.fromEntries(beside.map((name) => [name, given[name] ?? null]));
  const names = beside.map((name) => `"${name}"`).join(" and ");
  return {
    code: "invalid-arguments",
    message: `${names} of ${operation.id} must stand in "arguments", not beside it. Nothing was sent.`,
    part: { argument: first },
    suggestions: [{ text: `arguments=${JSON.stringify({ ...(isObject(inside) ? inside : {}), ...moved })}` }],
  };
}
