import { visibleText } from "../../util/visible-text.ts";

/**
 * A label, or the name of a series, as it is drawn: `visibleText`, and blanks that nobody would see (before it, behind it, several together)
 * as `␣`, so that it does not look like its twin without them.
 */
export function labelText(label: string): string {
  if (label === "") return '""';
  return visibleText(label).replace(/^\p{Zs}+|\p{Zs}+$|\p{Zs}{2,}/gu, (blanks) => "␣".repeat(blanks.length));
}
