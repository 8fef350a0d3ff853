import { told } from "../../../environment/egress/egress-scope.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { grouped } from "./clip.ts";
import type { ItemCount } from "./count-items.ts";
import type { ReadJson } from "./parse-json.ts";

/** Fewer are in the sample anyway. */
const FEWEST = 3;
const LONGEST_NAME = 60;

const NAME = /^(?:title|name|label|full_?name|display_?name|headline|subject)$/iu;
const ID = /^(?:id|_id|code|key|slug|uuid|sku|\w+_id)$/iu;

/**
 * The items of the list that a response is about by id and name, as many as fit: what somebody needs first who looks for one of them. Undefined where items have no
 * names.
 */
export function itemNames(
  { value }: ReadJson,
  { list, items }: ItemCount,
  budget: number,
): string | undefined {
  const all = at(value, list);
  if (!Array.isArray(all) || items < FEWEST) return undefined;
  const shown: string[] = [];
  let length = 0;
  for (const item of all as readonly Json[]) {
    const text = nameOf(item);
    if (text === undefined) return undefined;
    length += text.length + 2;
    if (length > budget) break;
    shown.push(text);
  }
  if (shown.length < FEWEST) return undefined;
  const more = items - shown.length;
  return `${shown.join("; ")}${more > 0 ? `; and ${grouped(more)} more` : ""}`;
}

function nameOf(item: Json): string | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const members = Object.entries(item as JsonObject);
  const named = members.find(([key, member]) => NAME.test(key) && typeof member === "string")?.[1];
  if (typeof named !== "string") return undefined;
  const id = members.find(
    ([key, member]) => ID.test(key) && (typeof member === "number" || typeof member === "string"),
  )?.[1];
  const name = named.length > LONGEST_NAME ? `${named.slice(0, LONGEST_NAME - 1)}…` : named;
  return id === undefined || id === named
    ? JSON.stringify(told(name))
    : `${told(String(id))} ${JSON.stringify(told(name))}`;
}

function at(value: Json, path: string): Json | undefined {
  if (path === "") return value;
  return path.split(".").reduce<Json | undefined>((inner, key) => {
    return typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? (inner as JsonObject)[key]
      : undefined;
  }, value);
}
