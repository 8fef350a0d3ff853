import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Own members only: documents have things called `constructor`. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (isObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined;
  return isList(value) && /^(?:0|[1-9]\d*)$/u.test(key) ? value[Number(key)] : undefined;
}

/** Texts as they are; numbers, which YAML makes of versions and ids, as text. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** `true` and `"true"`, which many documents write; undefined for anything but a truth value. */
export function truthOf(value: Json | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const folded = value.trim().toLowerCase();
  return folded === "true" ? true : folded === "false" ? false : undefined;
}
