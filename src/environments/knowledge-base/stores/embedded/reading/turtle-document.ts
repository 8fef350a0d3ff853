import { EventEmitter } from "node:events";
import { Parser } from "n3";
import type { DocumentOptions, DocumentParser, TakeQuad } from "./read-document.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/** Turtle and TriG by `n3`, RDF-star included. */
export class TurtleDocument implements DocumentParser {
  readonly encoding = "utf-8";
  failure: DocumentParser["failure"];
  readonly #input = new EventEmitter();

  constructor(format: "turtle" | "trig", { base }: DocumentOptions, take: TakeQuad) {
    const parser = new Parser({
      format: format === "trig" ? "application/trig" : "text/turtle",
      factory: new TermFactory() as never,
      baseIRI: base,
      // Labels stay as they are written.
      blankNodePrefix: "_:",
    });
    parser.parse(this.#input as never, (error, quad) => {
      if (error !== null && error !== undefined) this.#fail(error);
      else if (quad !== null && quad !== undefined) take(quad as unknown as ParsedQuad);
    });
  }

  async feed(text: string): Promise<void> {
    this.#input.emit("data", text);
  }

  async finish(): Promise<void> {
    this.#input.emit("end");
  }

  #fail({ message }: Error): void {
    const [, reason = message, line] = /^([\s\S]*) on line (\d+)\.$/u.exec(message) ?? [];
    this.failure ??= { message: reason, ...(line === undefined ? {} : { line: Number(line) }) };
  }
}
