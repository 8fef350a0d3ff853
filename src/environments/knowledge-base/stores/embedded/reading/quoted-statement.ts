import { isUtf8 } from "node:buffer";
import type { Iri, Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import { SyntaxFault, TermParser } from "../table/term-parser.ts";

export interface Statement {
  readonly subject: Term;
  readonly predicate: Iri;
  readonly object: Term;
  /** As N-Quads writes it. */
  readonly graph?: string;
}

/** Reads one line of N-Triples-star or N-Quads-star in the slow way, which knows all that may stand there. */
export function quotedStatement(
  line: Uint8Array,
  options: { readonly quads: boolean },
): Statement | { readonly reason: string } {
  if (!isUtf8(line)) return { reason: "not valid UTF-8" };
  try {
    const parser = new TermParser(Buffer.from(line).toString().trim());
    const subject = parser.term();
    if (subject.kind === "literal") return { reason: "a literal stands where only an entity may" };
    const predicate = parser.iri();
    const object = parser.term();
    let graph: string | undefined;
    if (!parser.stop()) {
      if (!options.quads) return { reason: "a full stop is expected" };
      graph = termText(parser.term());
      if (!parser.stop()) return { reason: "a full stop is expected" };
    }
    if (!parser.atEnd && !parser.rest().startsWith("#"))
      return { reason: "something stands behind the full stop" };
    return { subject, predicate, object, ...(graph === undefined ? {} : { graph }) };
  } catch (fault) {
    if (fault instanceof SyntaxFault) return { reason: fault.reason };
    throw fault;
  }
}
