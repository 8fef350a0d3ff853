import { shortened } from "../util/clipped-text.ts";
import type { JsonObject } from "../util/json.ts";
import { visibleText } from "../util/visible-text.ts";

/** A workspace serialised as JSON must not be longer than this many UTF-8 bytes. */
export const WORKSPACE_LIMIT_BYTES = 64 * 1024;

/**
 * The state of one task in one environment. Immutable plain JSON: a writing action yields a new one with `version` + 1.
 * Bulky content is an artifact that `state` refers to. `state` is the environment's own; nobody else reads it.
 */
export interface Workspace {
  /** Id of the environment that made it; no other takes it. */
  readonly environment: string;
  readonly kind: string;
  /** 0 when opened, one more with each writing action. */
  readonly version: number;
  readonly state: JsonObject;
}

/** Most characters that `Environment.workspaceText` returns. */
export const WORKSPACE_TEXT_CHARACTERS = 1500;

/** The text on one line, cut to `most` characters with a final `…`. */
export function shortLine(text: string, most: number): string {
  return shortened(visibleText(text.replace(/\s+/gu, " ").trim()), most);
}

/** The last lines that fit into `most` characters, at most `count`. A line in front says how many are left out. */
export function newestLines(
  lines: readonly string[],
  {
    most,
    what,
    count = lines.length,
  }: { readonly most: number; readonly what: string; readonly count?: number },
): readonly string[] {
  const total = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (lines.length <= count && total <= most) return lines;
  const said = (left: number) => `… ${left} older ${what} left out`;
  let room = most - said(lines.length).length - 1;
  let from = lines.length;
  while (from > Math.max(0, lines.length - count)) {
    const line = lines[from - 1] ?? "";
    room -= line.length + 1;
    if (room < 0) break;
    from--;
  }
  return [said(from), ...lines.slice(from)];
}
