import { grouped } from "./clip.ts";

/** Looked at; a longer text goes on much as it began. */
const MOST_CHARACTERS = 1_000_000;

/** The elements of an XML text by their nesting, each with how often it occurs, as lines; within `budget` characters. */
export function xmlOutline(text: string, budget: number): string {
  const counts = new Map<string, { depth: number; name: string; count: number }>();
  const open: string[] = [];
  const tags =
    /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w:.-]*)(?:"[^"]*"|'[^']*'|[^"'>])*?(\/?)>/g;
  for (const [, closing, name, empty] of text.slice(0, MOST_CHARACTERS).matchAll(tags)) {
    if (name === undefined) continue;
    if (closing === "/") {
      open.pop();
      continue;
    }
    const path = [...open, name].join("/");
    const known = counts.get(path);
    if (known !== undefined) known.count++;
    else if (open.length < 8) counts.set(path, { depth: open.length, name, count: 1 });
    if (empty !== "/") open.push(name);
  }
  const lines: string[] = [];
  let length = 0;
  const all = [...counts].sort(([a], [b]) => (b.startsWith(`${a}/`) ? -1 : a.startsWith(`${b}/`) ? 1 : 0));
  for (const [, { depth, name, count }] of all) {
    const line = `${"  ".repeat(depth)}<${name}>${count > 1 ? ` ×${grouped(count)}` : ""}`;
    length += line.length + 1;
    if (length > budget - 20) {
      lines.push(`… ${all.length - lines.length} more elements`);
      break;
    }
    lines.push(line);
  }
  return lines.join("\n");
}

/** What a reader of a page would see, spaces joined. */
export function htmlText(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/<(?:br|p|div|li|tr|h[1-6])\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
};

export function htmlTitle(text: string): string | undefined {
  return /<title[^>]*>([^<]*)/i.exec(text.slice(0, 100_000))?.[1]?.trim() || undefined;
}
