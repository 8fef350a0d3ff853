import { egressScope, told } from "../../../environment/egress/egress-scope.ts";
import type { Json } from "../../../util/json.ts";
import { clip, grouped, shownKey } from "./clip.ts";
import { isList } from "./infer-shape.ts";
import type { ReadJson } from "./parse-json.ts";

interface Detail {
  readonly items: number;
  readonly members: number;
  readonly characters: number;
  readonly depth: number;
}

const DETAILS: readonly Detail[] = [
  { items: 50, members: 100, characters: 400, depth: 20 },
  { items: 40, members: 100, characters: 200, depth: 20 },
  { items: 20, members: 100, characters: 200, depth: 20 },
  { items: 10, members: 100, characters: 200, depth: 20 },
  { items: 5, members: 60, characters: 120, depth: 10 },
  { items: 3, members: 60, characters: 80, depth: 8 },
  { items: 2, members: 40, characters: 60, depth: 6 },
  { items: 1, members: 40, characters: 60, depth: 6 },
  { items: 1, members: 25, characters: 40, depth: 4 },
  { items: 1, members: 15, characters: 30, depth: 3 },
  { items: 1, members: 8, characters: 20, depth: 2 },
  { items: 1, members: 4, characters: 20, depth: 1 },
];

/** The beginning of a document: what is left out is counted. At most `budget` characters. */
export function renderSample({ value, lengthOf }: ReadJson, budget: number): string {
  let text = "";
  for (const detail of DETAILS) {
    text = render(value, detail, "");
    if (text.length <= budget) return text;
  }
  return clip(text, budget);

  function render(each: Json, detail: Detail, indent: string): string {
    if (typeof each === "string") {
      if (egressScope() || each.length <= detail.characters) return JSON.stringify(told(each));
      const shown = JSON.stringify(each.slice(0, detail.characters)).slice(0, -1);
      return `${shown}…" (${grouped(each.length)} characters)`;
    }
    if (each === null) return "null";
    if (typeof each !== "object") return told(String(each));
    const length = lengthOf(each);
    if (length === 0) return isList(each) ? "[]" : "{}";
    if (detail.depth === 0)
      return isList(each) ? `[${grouped(length)} items]` : `{${grouped(length)} members}`;
    const deeper = { ...detail, depth: detail.depth - 1 };
    const inner = `${indent}  `;
    const parts = isList(each)
      ? each.slice(0, detail.items).map((item) => render(item, deeper, inner))
      : Object.keys(each)
          .slice(0, detail.members)
          .map((key) => `${shownKey(key)}: ${render(each[key] ?? null, deeper, inner)}`);
    if (length > parts.length) parts.push(`… ${grouped(length - parts.length)} more`);
    const [open, close] = isList(each) ? ["[", "]"] : ["{", "}"];
    const line = `${open}${parts.join(", ")}${close}`;
    if (line.length + indent.length <= 110 && !line.includes("\n")) return line;
    return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
  }
}
