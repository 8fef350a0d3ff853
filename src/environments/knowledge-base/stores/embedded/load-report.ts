/** Something in a file that could not be read, and was left out. */
export interface SkippedLine {
  /** From 1; the line on which the statement begins. */
  readonly line: number;
  /** One sentence for the person. */
  readonly reason: string;
  /** The beginning of what stands there, at most 120 characters. */
  readonly text: string;
}

/** Formats that are read. `delimited`: three columns of text, separated by tabs or `|`. */
export type RdfFormat = "n-triples" | "n-quads" | "turtle" | "trig" | "rdf-xml" | "json-ld" | "delimited";

/** What came of reading a file. Kept in the cache file, so that a reopened store can say it again. */
export interface LoadReport {
  /** As recognised, or as given. */
  readonly format: RdfFormat;
  /** In the file; the table has each once. */
  readonly triples: number;
  /** Statements that could not be read. */
  readonly skipped: number;
  /** The first of them, at most 20. */
  readonly examples: readonly SkippedLine[];
  /** False where reading ended at a fault that could not be passed over: what comes after it is not loaded. */
  readonly complete: boolean;
  /** Sentences for the person: graph names left out, a format other than the name says, identifiers made up for delimited files. */
  readonly remarks: readonly string[];
  /** Predicates whose values are masked, as full IRIs; absent where no privacy rules hold. */
  readonly masked?: readonly string[];
}

const EXAMPLES = 20;
const LONGEST_TEXT = 120;

/** What a reader could not read, and what is to be said about the file. */
export class LoadFaults {
  #skipped = 0;
  #complete = true;
  readonly #examples: SkippedLine[] = [];
  readonly #remarks: string[] = [];

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
