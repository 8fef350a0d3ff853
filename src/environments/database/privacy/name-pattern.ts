import { starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** One part of a pattern. */
export interface PartPattern {
  readonly text: string;
  readonly hasStar: boolean;
  matches(name: string): boolean;
}

/** A pattern in its possible readings: `a.b` is a column of a table, or a table of a schema. */
export interface NamePattern {
  readonly text: string;
  readonly parts: readonly PartPattern[];
}

const PART = /"((?:[^"]|"")+)"|([^".]+)/uy;

/** @throws FuxiError `configuration-invalid` */
export function readNamePattern(text: string): NamePattern {
  const parts: PartPattern[] = [];
  let at = 0;
  for (;;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) break;
    parts.push(
      partPattern(match[1]?.replaceAll('""', '"') ?? (match[2] as string).trim(), match[1] !== undefined),
    );
    at = PART.lastIndex;
    if (text[at] !== "." || at === text.length - 1) break;
    at += 1;
  }
  if (at === text.length && parts.length >= 1 && parts.length <= 3) return { text, parts };
  throw new FuxiError("configuration-invalid", `"${text}" is no pattern for tables or columns.`, {
    hint: "Write table, table.column or schema.table.column; * stands for any characters of a part.",
  });
}

function partPattern(text: string, quoted: boolean): PartPattern {
  const hasStar = !quoted && text.includes("*");
  if (!hasStar) return { text, hasStar, matches: (name) => name.toLowerCase() === text.toLowerCase() };
  return { text, hasStar, matches: starPattern(text) };
}
