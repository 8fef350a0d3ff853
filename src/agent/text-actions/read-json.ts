import type { Json } from "../../util/json.ts";
import { readLiteral, skipSpace } from "./literal-reader.ts";

/** JSON, or what is meant as JSON: single quotes, trailing commas, Python constants, line breaks inside text. Undefined otherwise. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const cursor = { text, at: 0 };
    const value = readLiteral(cursor);
    skipSpace(cursor);
    return cursor.at === text.length ? value : undefined;
  }
}
