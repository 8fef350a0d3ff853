/** How a program is run, in the order in which the forms are tried. */
export const PROGRAM_FORMS = [
  "expression",
  "script",
  "function",
  "async-expression",
  "async-function",
] as const;

export type ProgramForm = (typeof PROGRAM_FORMS)[number];

/**
 * The program without a Markdown fence and without `export`, in the same lines and columns as it was written. `lines` is how many lines were
 * above it.
 */
export function cleanProgram(written: string): { readonly source: string; readonly lines: number } {
  const fence = /^\s*```[^\n]*\n([\s\S]*?)\n?[ \t]*```\s*$/.exec(written);
  const inner = fence?.[1] ?? written;
  const lines = fence === null ? 0 : written.slice(0, written.indexOf(inner)).split("\n").length - 1;
  return {
    source: inner.replace(/^export\s+(?:default\s+)?/gm, (text) => text.replace(/[^\n]/g, " ")),
    lines,
  };
}

/** The text that is run, and how many characters stand before the program in its first line. */
export function programText(
  source: string,
  form: ProgramForm,
): { readonly text: string; readonly before: number } {
  const value = source.replace(/[\s;]+$/, "");
  const statements = `${source}\n})()`;
  switch (form) {
    case "script":
      return { text: source, before: 0 };
    case "expression":
      return around("(", `${value}\n)`);
    case "function":
      return around("(function () {", statements);
    case "async-expression":
      return around("(async () => (", `${value}\n))()`);
    case "async-function":
      return around("(async function () {", statements);
  }
}

function around(opening: string, rest: string): { readonly text: string; readonly before: number } {
  return { text: opening + rest, before: opening.length };
}
