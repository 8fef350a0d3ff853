import { type Iri, type Term, termText } from "../../../term/term.ts";

/** What parsers of the RDF/JS kind give out when a `TermFactory` makes their terms. */
export interface ParsedQuad {
  readonly subject: Term;
  readonly predicate: Iri;
  readonly object: Term;
  readonly graph: { readonly termType: string; readonly value: string };
}

/**
 * Makes terms for parsers of the RDF/JS kind: terms of ours that are theirs, too, so that nothing has to be turned into anything. Blank nodes
 * without a label are numbered, and no label in the file can be the same as one of theirs. One factory serves one file.
 */
export class TermFactory {
  #anonymous = 0;

  readonly namedNode = (value: string) => new Made("iri", "NamedNode", value);

  readonly blankNode = (label?: string) => {
    // A label that looks like one of ours gets another, which no label in the file turns into.
    const value = label === undefined ? `anon-${this.#anonymous++}` : label.replace(/^anon-/u, "anon--");
    return new Made("blank", "BlankNode", value);
  };

  readonly literal = (value: string, more?: string | { readonly value: string } | LanguageTag | null) => {
    if (more === undefined || more === null || more === "") return new Made("literal", "Literal", value);
    if (typeof more === "object" && "value" in more) {
      const { value: datatype } = more;
      return datatype === XSD_STRING
        ? new Made("literal", "Literal", value)
        : new Made("literal", "Literal", value, datatype);
    }
    const { language, direction } = typeof more === "string" ? { language: more, direction: "" } : more;
    const tag = direction ? `${language}--${direction}` : language;
    return new Made("literal", "Literal", value, undefined, tag.toLowerCase());
  };

  readonly defaultGraph = () => DEFAULT_GRAPH;

  readonly quad = (subject: Term, predicate: Iri, object: Term, graph?: ParsedQuad["graph"]) =>
    new MadeQuad(subject, predicate, object, graph ?? DEFAULT_GRAPH);
}

interface LanguageTag {
  readonly language: string;
  readonly direction?: string | undefined;
}

const XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

class Made {
  readonly kind: "iri" | "blank" | "literal";
  readonly termType: string;
  readonly value: string;
  readonly datatype: string | undefined;
  readonly language: string | undefined;

  constructor(kind: Made["kind"], termType: string, value: string, datatype?: string, language?: string) {
    this.kind = kind;
    this.termType = termType;
    this.value = value;
    this.datatype = datatype;
    this.language = language;
  }

  /** `n3` writes it into messages. */
  get id(): string {
    return termText(this as Term);
  }

  equals(other: unknown): boolean {
    return other instanceof Made && other.termType === this.termType && other.id === this.id;
  }
}

class MadeQuad implements ParsedQuad {
  readonly kind = "triple";
  readonly termType = "Quad";
  readonly value = "";
  readonly subject: Term;
  readonly predicate: Iri;
  readonly object: Term;
  readonly graph: ParsedQuad["graph"];

  constructor(subject: Term, predicate: Iri, object: Term, graph: ParsedQuad["graph"]) {
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
    this.graph = graph;
  }

  get id(): string {
    return termText(this);
  }

  equals(other: unknown): boolean {
    return other instanceof MadeQuad && other.id === this.id;
  }
}

const DEFAULT_GRAPH = {
  termType: "DefaultGraph",
  value: "",
  equals: (other: unknown) => other === DEFAULT_GRAPH,
};
