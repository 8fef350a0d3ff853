import { isUtf8 } from "node:buffer";
import { Parser } from "n3";
import type { TableBuilder } from "../table/table-builder.ts";
import { beginningOf, type LoadFaults } from "./load-faults.ts";
import { NTriplesReader } from "./n-triples-reader.ts";
import { StatementSplitter, type TurtlePiece } from "./statement-splitter.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/** Statements are read so many bytes at a time: one by one would cost more than they do. */
const BATCH = 1 << 17;

interface Waiting {
  readonly text: string;
  readonly line: number;
}

/**
 * Reads Turtle and TriG, RDF-star included. Statements are cut apart by `StatementSplitter` and understood by `n3`, many at a time; where those
 * have a fault, one by one, so that only the faulty one is left out. Prefixes and base hold on. Named graphs are put together into one set.
 */
export class TurtleReader {
  readonly #builder: TableBuilder;
  readonly #faults: LoadFaults;
  readonly #factory = new TermFactory();
  readonly #splitter = new StatementSplitter((piece) => this.#take(piece));
  /** Dumps are often Turtle by name and N-Triples by content. */
  readonly #plain: NTriplesReader;
  readonly #graphs = new Set<string>();
  readonly #prefixes = new Map<string, string>();
  #base: string;
  #waiting: Waiting[] = [];
  #bytes = 0;

  /** `base` is what relative IRIs are resolved against where the file does not say it. */
  constructor(builder: TableBuilder, faults: LoadFaults, options: { readonly base: string }) {
    this.#builder = builder;
    this.#faults = faults;
    this.#plain = new NTriplesReader(builder, faults, { quads: false });
    this.#base = options.base;
  }

  /** Named graphs, by the way they are written. */
  get graphs(): number {
    return this.#graphs.size;
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
    this.#flush();
  }

  #take(piece: TurtlePiece): void {
    const { bytes, line, kind } = piece;
    if (piece.fault !== undefined || !isUtf8(bytes)) {
      this.#faults.skip(line, piece.fault ?? "not valid UTF-8", beginningOf(bytes, 0, bytes.length));
      return;
    }
    if (kind === "statement" && this.#plain.take(bytes)) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (kind === "graph") this.#graph(text.trim(), line);
    else if (kind === "directive") {
      this.#flush();
      this.#directive(text, line);
    } else this.#wait(text, piece);
  }

  #wait(text: string, piece: TurtlePiece): void {
    this.#waiting.push({ text: piece.unstopped ? `${text} .` : text, line: piece.line });
    this.#bytes += piece.bytes.length;
    if (this.#bytes > BATCH) this.#flush();
  }

  #graph(written: string, line: number): void {
    const name = written.replace(/^graph\s*(?=[\s<[_])/iu, "").trim();
    if (GRAPH_NAME.test(name)) this.#graphs.add(name);
    else this.#faults.skip(line, "a brace is opened where no graph can begin", written);
  }

  #directive(text: string, line: number): void {
    try {
      if (/^@?base\b/iu.test(text)) {
        const [quad] = this.#parse(`${text}\n<> a <> .`);
        if (quad?.subject.kind === "iri") this.#base = quad.subject.value;
        return;
      }
      const found = new Map<string, string>();
      this.#parser().parse(text, null, (prefix, iri) => found.set(prefix, iri.value));
      for (const [prefix, iri] of found) this.#prefixes.set(prefix, iri);
    } catch (error) {
      this.#faults.skip(line, reasonOf(error, line), text);
    }
  }

  #flush(): void {
    const statements = this.#waiting;
    if (statements.length === 0) return;
    this.#waiting = [];
    this.#bytes = 0;
    try {
      this.#keep(this.#parse(statements.map(({ text }) => text).join("\n")));
    } catch {
      this.#oneByOne(statements);
    }
  }

  #oneByOne(statements: readonly Waiting[]): void {
    for (const { text, line } of statements) {
      try {
        this.#keep(this.#parse(text));
      } catch (error) {
        this.#faults.skip(line, reasonOf(error, line), text);
      }
    }
  }

  #keep(quads: readonly ParsedQuad[]): void {
    for (const { subject, predicate, object } of quads) this.#builder.addTerms(subject, predicate, object);
  }

  #parse(text: string): readonly ParsedQuad[] {
    let prologue = "";
    for (const [prefix, iri] of this.#prefixes) prologue += `@prefix ${prefix}: <${iri}> . `;
    return this.#parser().parse(prologue + text) as unknown as ParsedQuad[];
  }

  #parser(): Parser {
    return new Parser({
      format: "text/turtle",
      factory: this.#factory as never,
      baseIRI: this.#base,
      // Labels as they are written, the same in every batch.
      blankNodePrefix: "_:",
    });
  }
}

const GRAPH_NAME = /^(?:<[^<>\s]*>|[^\s<>"']*:[^\s<>"']*|\[\s*\])$/u;

/** `n3` counts lines from the beginning of what it was given. */
function reasonOf(error: unknown, line: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const counted = / on line (\d+)\.$/u.exec(message);
  if (counted === null) return message;
  const reason = message.slice(0, counted.index);
  const at = line + Number(counted[1]) - 1;
  return at === line ? reason : `${reason} (in line ${at})`;
}
