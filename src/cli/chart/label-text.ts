import { visibleText } from "../../util/visible-text.ts";

/**
 * A label or series name for a chart: `visibleText`, with invisible blanks (leading, trailing, repeated)
 * as `␣`, so that labels that differ in blanks look different.
 */
export function labelText(label: string): string {
  if (label === "") return '""';
  return visibleText(label).replace(/^\p{Zs}+|\p{Zs}+$|\p{Zs}{2,}/gu, (blanks) => "␣".repeat(blanks.length));
}
