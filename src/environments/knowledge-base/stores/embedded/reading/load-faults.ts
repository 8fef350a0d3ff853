import type { LoadReport, RdfFormat, SkippedLine } from "../load-report.ts";

const EXAMPLES = 20;
const LONGEST_TEXT = 120;

/** What a reader could not read, and what is to be said about the file. */
export class LoadFaults {
  #skipped = 0;
  #complete = true;
  readonly #examples: SkippedLine[] = [];
  readonly #remarks: string[] = [];

  get skipped(): number {
    return this.#skipped;
  }

  /** Something was left out, and reading goes on behind it. `text` is what stands there; only its beginning is kept. */
  skip(line: number, reason: string, text: string): void {
    this.#skipped++;
    if (this.#examples.length < EXAMPLES)
      this.#examples.push({ line, reason: oneLine(reason), text: oneLine(text) });
  }

  /** Reading ended here. It is always among the examples. */
  stop(line: number, reason: string, text: string): void {
    this.#complete = false;
    this.#examples.splice(EXAMPLES - 1);
    this.skip(line, reason, text);
  }

  /** Whole sentences; each is said once. */
  remark(sentence: string): void {
    if (!this.#remarks.includes(sentence)) this.#remarks.push(sentence);
  }

  report(format: RdfFormat, triples: number): LoadReport {
    return {
      format,
      triples,
      skipped: this.#skipped,
      examples: this.#examples,
      complete: this.#complete,
      remarks: this.#remarks,
    };
  }
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would garble a terminal.
  const clean = text.slice(0, LONGEST_TEXT * 4).replace(/[\u0000-\u001f\u007f-\u009f]+/gu, " ");
  const letters = [...clean.trim()];
  return letters.length <= LONGEST_TEXT
    ? letters.join("")
    : `${letters.slice(0, LONGEST_TEXT - 1).join("")}…`;
}

/** The beginning of a range of bytes as text, for messages. */
export function beginningOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, Math.min(end, start + 480))).toString();
}
