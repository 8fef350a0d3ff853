import { FuxiError } from "../../../errors/fuxi-error.ts";

export interface Place {
  /** UTF-16 offset of its first character. */
  readonly at: number;
}

/** A name, number or operator as it is written. */
export interface SymbolAtom extends Place {
  readonly kind: "symbol";
  readonly text: string;
}

/** `<…>`, its escapes read. */
export interface IriAtom extends Place {
  readonly kind: "iri";
  readonly iri: string;
}

/** `"…"`, its escapes read, with `@language` or `^^datatype` behind it; a datatype without angle brackets may be a short name. */
export interface TextAtom extends Place {
  readonly kind: "text";
  readonly value: string;
  readonly language?: string;
  readonly datatype?: SymbolAtom | IriAtom;
}

/** `<<s p o>>` */
export interface TripleAtom extends Place {
  readonly kind: "triple";
  readonly parts: readonly Atom[];
}

export type Atom = SymbolAtom | IriAtom | TextAtom | TripleAtom;

export interface ListExpression extends Place {
  readonly kind: "list";
  readonly items: readonly SExpression[];
}

export type SExpression = Atom | ListExpression;

export function unreadable(at: number, what: string): FuxiError {
  return new FuxiError("data-invalid", `Program, character ${at + 1}: ${what}.`);
}

/** The expression as it is told in messages. */
export function shownExpression(expression: SExpression | undefined): string {
  if (expression === undefined) return "nothing";
  if (expression.kind === "symbol") return `"${expression.text.slice(0, 60)}"`;
  if (expression.kind === "iri") return `"<${expression.iri.slice(0, 60)}>"`;
  if (expression.kind === "text") return `the value "${expression.value.slice(0, 60)}"`;
  if (expression.kind === "triple") return "a quoted triple";
  const [head] = expression.items;
  return head?.kind === "symbol" ? `"(${head.text.slice(0, 60)} …)"` : '"(…)"';
}
