import { starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** Names of members on the way from one place in a response to a field; lists are gone through without a name. */
export interface FieldPattern {
  readonly text: string;
  readonly parts: readonly FieldPart[];
  /** Begins anywhere in a response, and not only at its root. */
  readonly floats: boolean;
  /** Has to be in the document, so that a slip is found out. */
  readonly documented: boolean;
}

/** Whether a member of this name is meant; `any` stands for members of any name, as many as there are. */
export type FieldPart = { readonly any: true } | { readonly any: false; matches(name: string): boolean };

const PART = /"((?:[^"]|"")+)"|([^".]+)/uy;

/**
 * `email`: in any object. `user.email`: in any object called `user`. `.data.email`: from the root. `..email`: as `email`, documented or not. `*` stands for any
 * characters of a name, `**` for any names; a name in double quotes may hold dots.
 *
 * @throws FuxiError `configuration-invalid`
 */
export function readFieldPattern(text: string): FieldPattern {
  const lead = /^\.{0,2}/u.exec(text)?.[0] ?? "";
  const parts: FieldPart[] = [];
  let at = lead.length;
  for (;;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) break;
    parts.push(partOf(match[1]?.replaceAll('""', '"'), (match[2] ?? "").trim()));
    at = PART.lastIndex;
    if (text[at] !== "." || at === text.length - 1) break;
    at += 1;
  }
  const last = parts.at(-1);
  if (at === text.length && last !== undefined && !last.any)
    return { text, parts, floats: lead !== ".", documented: lead === "" };
  throw new FuxiError("configuration-invalid", `"${text}" is no pattern for fields of responses.`, {
    hint: "Write email, user.email or .data.users.email; * stands for any characters of a name, ** for any names.",
  });
}

function partOf(quoted: string | undefined, plain: string): FieldPart {
  if (quoted !== undefined)
    return { any: false, matches: (name) => name.toLowerCase() === quoted.toLowerCase() };
  return plain === "**" ? { any: true } : { any: false, matches: starPattern(plain) };
}
