/** A part of a JSON-LD document that can be read by itself. */
export interface JsonElement {
  readonly text: string;
  /** On which it begins, from 1. */
  readonly line: number;
}

/**
 * Takes a JSON-LD document apart without understanding it, so that a large one need not be kept as a whole and a faulty part can be left out. Taken
 * apart are `{ "@context": …, "@graph": [ … ] }`, of which each member of the graph is given out, and a list of documents. Any other
 * document is given out in one piece at its end.
 */
export class JsonElements {
  readonly #emit: (element: JsonElement) => void;
  #held = "";
  #line = 1;
  #form: "unknown" | "list" | "whole" = "unknown";
  #context: string | undefined;
  /** The list has ended; what is held stands behind it. */
  #ended = false;

  constructor(emit: (element: JsonElement) => void) {
    this.#emit = emit;
  }

  /** The document's own context as it is written, which goes for every element; undefined where elements bring their own. */
  get context(): string | undefined {
    return this.#context;
  }

  push(text: string): void {
    this.#held += text;
    if (this.#form === "unknown") this.#begin();
    if (this.#form === "list" && !this.#ended) this.#list();
  }

  /** What is left over at the end: nothing where the document was closed as it should be. */
  end(): JsonElement | undefined {
    if (this.#form !== "list") {
      this.#emit({ text: this.#held, line: this.#line });
      return undefined;
    }
    this.#skip(/^\s*/u);
    if (!this.#ended) return { text: this.#held, line: this.#line };
    if (this.#context === undefined)
      return this.#held === "" ? undefined : { text: this.#held, line: this.#line };
    const rest = /^(?:,([\s\S]*))?\}\s*$/u.exec(this.#held);
    if (rest === null) return { text: this.#held, line: this.#line };
    // Further keys of the node that holds the graph.
    if (rest[1] !== undefined) this.#emit({ text: `{${rest[1]}}`, line: this.#line });
    return undefined;
  }

  #begin(): void {
    const list = /^\ufeff?\s*\[/u.exec(this.#held);
    const opening = /^\ufeff?\s*\{\s*"@context"\s*:\s*/u.exec(this.#held);
    if (list !== null) {
      this.#form = "list";
      this.#cut(list[0].length);
    } else if (opening !== null) {
      const end = valueEnd(this.#held, opening[0].length);
      if (end < 0) return;
      const graph = /^\s*,\s*"@graph"\s*:\s*\[/u.exec(this.#held.slice(end, end + LONGEST_GAP));
      if (graph === null) {
        if (this.#held.length > end + LONGEST_GAP) this.#form = "whole";
        return;
      }
      this.#form = "list";
      this.#context = this.#held.slice(opening[0].length, end);
      this.#cut(end + graph[0].length);
    } else if (this.#held.length > LONGEST_GAP) this.#form = "whole";
  }

  #list(): void {
    for (;;) {
      this.#skip(/^[\s,]*/u);
      if (this.#held.startsWith("]")) {
        this.#ended = true;
        this.#cut(1);
        return;
      }
      const end = valueEnd(this.#held, 0);
      if (end < 0) return;
      this.#emit({ text: this.#held.slice(0, end), line: this.#line });
      this.#cut(end);
    }
  }

  #skip(pattern: RegExp): void {
    this.#cut(pattern.exec(this.#held)?.[0].length ?? 0);
  }

  #cut(length: number): void {
    for (let at = this.#held.indexOf("\n"); at >= 0 && at < length; at = this.#held.indexOf("\n", at + 1)) {
      this.#line++;
    }
    this.#held = this.#held.slice(length);
  }
}

const LONGEST_GAP = 1 << 12;

/** Where the JSON value that begins at `from` ends, or -1 where it is not all there. Only brackets and strings are looked at. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
        if (i >= text.length) return -1;
        if (depth === 0) return i + 1;
        break;
      case "{":
      case "[":
        depth++;
        break;
      case "}":
      case "]":
        depth--;
        if (depth < 0) return i > from ? i : -1;
        if (depth === 0) return i + 1;
        break;
      case ",":
        if (depth === 0) return i;
        break;
      default:
    }
  }
  return -1;
}
