/** A statement in a file that could not be read and was left out. */
export interface SkippedLine {
  /** From 1; the line on which the statement begins. */
  readonly line: number;
  /** One sentence for the user. */
  readonly reason: string;
  /** Beginning of the unreadable text, at most 120 characters. */
  readonly text: string;
}

/** Formats that are read. `delimited`: three columns of text, separated by tabs or `|`. */
export type RdfFormat = "n-triples" | "n-quads" | "turtle" | "trig" | "rdf-xml" | "json-ld" | "delimited";

/** Result of reading a file. Stored in the cache file, so that a reopened store can report it again. */
export interface LoadReport {
  /** The recognised format, or the one that the caller named. */
  readonly format: RdfFormat;
  /** Triples in the file, repetitions included; the table holds each once. */
  readonly triples: number;
  /** Number of statements that could not be read. */
  readonly skipped: number;
  /** The first skipped statements, at most 20. */
  readonly examples: readonly SkippedLine[];
  /** False if reading ended at a fault that could not be skipped: the rest of the file is not loaded. */
  readonly complete: boolean;
  /** Sentences for the user: graph names left out, a format other than the name says, identifiers made up for delimited files. */
  readonly remarks: readonly string[];
  /** Predicates whose values are masked, as full IRIs; absent if there are no privacy rules. */
  readonly masked?: readonly string[];
}

const EXAMPLES = 20;
const LONGEST_TEXT = 120;

/** Collects the unreadable statements of a file and remarks on it, for the `LoadReport`. */
export class LoadFaults {
  #skipped = 0;
  #complete = true;
  readonly #examples: SkippedLine[] = [];
  readonly #remarks: string[] = [];

  /** Records a skipped statement; reading continues after it. `text` is the statement; only its beginning is kept. */
  skip(line: number, reason: string, text: string): void {
    this.#skipped++;
    if (this.#examples.length < EXAMPLES)
      this.#examples.push({ line, reason: oneLine(reason), text: oneLine(text) });
  }

  /** Records that reading ended here. This fault is always among the examples. */
  stop(line: number, reason: string, text: string): void {
    this.#complete = false;
    this.#examples.splice(EXAMPLES - 1);
    this.skip(line, reason, text);
  }

  /** Adds a whole sentence; repetitions are dropped. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters would garble a terminal.
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
