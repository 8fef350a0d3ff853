/** A case written as text: a line that names it, and the indented lines below. */
export interface WrittenCase {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The cases of a table written as text. A line that is indented by four goes on with the one before it. */
export function casesOf(text: string): readonly WrittenCase[] {
  const cases: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const lines = cases.at(-1)?.lines ?? [];
    if (!line.startsWith(" ")) cases.push({ name: line, lines: [] });
    else if (line.startsWith("    ")) lines.push(`${lines.pop()} ${line.slice(4)}`);
    else lines.push(line.slice(2));
  }
  return cases;
}
