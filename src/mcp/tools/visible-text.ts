/** Shorter runs are left: text is indented with them. */
const LONGEST_RUN = 8;

/**
 * The text with every character that cannot be seen, that only looks like a space, or that turns the direction of what stands beside it, written
 * as an escape, and long runs of spaces with their length (`\u0020×50`): a person who is asked for leave sees what will be sent.
 */
export function visibleText(text: string): string {
  return text
    .replace(/(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped)
    .replace(new RegExp(` {${LONGEST_RUN + 1},}`, "gu"), ({ length }) => `\\u0020×${length}`);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
