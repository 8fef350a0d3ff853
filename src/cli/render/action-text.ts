import type { Action } from "../../environment/action.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";

export const INDENT = "  ";

export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}

/** An action as a person would write the call. */
export function renderAction(action: Action, environments: number): string {
  const values = Object.values(action.arguments).map((value) => JSON.stringify(value));
  const prefix = environments > 1 ? `${action.environment}.` : "";
  return visibleText(`${prefix}${action.tool}(${values.join(", ")})`);
}

/** Advice is worth several lines; rows and lists are not. */
const SENTENCE = /^\s*(?:warning|note|try|error|cut)\b/i;
const MOST_WRAPPED = 4;

export function wrapped(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width && lines.length < MOST_WRAPPED - 1) {
    const space = rest.lastIndexOf(" ", width);
    const at = space > width / 2 ? space : width;
    lines.push(rest.slice(0, at));
    rest = `${INDENT}${rest.slice(at).trimStart()}`;
  }
  return [...lines, clip(rest, width)];
}

/** The first lines of a result, cut to the terminal's width. */
export function indented(text: string, shownLines: number, io: CliIo): string {
  const lines = visibleLines(text.trimEnd()).split("\n");
  const width = io.width - INDENT.length;
  const shown = lines
    .slice(0, shownLines)
    .flatMap((line) => (SENTENCE.test(line) ? wrapped(line, width) : [clip(line, width)]))
    .map((line) => `${INDENT}${line}`);
  if (lines.length > shownLines) shown.push(`${INDENT}… ${lines.length - shownLines} more lines`);
  return shown.join("\n");
}

/** Warnings stand out, all else stands back. */
export function painted(text: string, { colors }: CliIo): string {
  let warned = false;
  const paint = (line: string): string => {
    // A wrapped line stands deeper than its beginning and keeps its colour.
    if (!line.startsWith(INDENT + INDENT)) warned = /^\s*warning:/i.test(line);
    return warned ? colors.yellow(line) : colors.dim(line);
  };
  return text.split("\n").map(paint).join("\n");
}
