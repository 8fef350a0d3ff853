const KEPT = 1 << 16;

/** Counts the lines of a text that comes in pieces, and keeps the end of it for messages. */
export class LineCounter {
  /** The line that was reached, from 1. */
  line = 1;
  #recent = "";

  count(text: string): void {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.line++;
    this.#recent = (this.#recent + text).slice(-KEPT);
  }

  /** What stands on the line that was reached, as far as it has come. */
  get text(): string {
    return this.lineText(this.line);
  }

  /** What stands on a line, or nothing where that is too long ago. */
  lineText(line: number): string {
    const lines = this.#recent.split("\n");
    return lines.at(line - this.line - 1) ?? "";
  }
}
