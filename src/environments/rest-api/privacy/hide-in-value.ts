import { MASKED_TEXT } from "../../../environment/privacy-rules.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { FieldMatcher, FieldState } from "./field-matcher.ts";

/** Deeper values are not walked into. */
const DEEPEST = 1000;

/** The value without what is denied, and with `***` for what is masked; that something is null can be seen. Undefined where it is too deep to be walked. */
export function hideInValue(value: Json, matcher: FieldMatcher): Json | undefined {
  try {
    return hidden(value, matcher, matcher.start, 0);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}

function hidden(value: Json, matcher: FieldMatcher, state: FieldState, depth: number): Json {
  if (depth > DEEPEST) throw new TooDeep();
  if (Array.isArray(value)) return value.map((each: Json) => hidden(each, matcher, state, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const { does, next } = matcher.step(state, name);
      if (does === "deny") return [];
      if (does === "mask") return [[name, member === null ? null : MASKED_TEXT]];
      return [[name, hidden(member as Json, matcher, next, depth + 1)]];
    }),
  );
}
