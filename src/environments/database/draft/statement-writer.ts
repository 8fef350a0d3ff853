import type { Span } from "../sql/query-tree.ts";
import { type ClauseSite, sameSite } from "./clause-site.ts";

/** Joins clause texts with keywords and remembers where each text came to stand. */
export class StatementWriter {
  private text = "";
  private readonly places: { readonly site: ClauseSite; readonly span: Span }[] = [];

  add(text: string): void {
    this.text += text;
  }

  /** A word apart from what stands before it. */
  word(text: string): void {
    this.text += this.text === "" || this.text.endsWith("(") ? text : ` ${text}`;
  }

  clause(site: ClauseSite, keyword: string, text: string): void {
    if (keyword !== "") this.word(keyword);
    this.word("");
    const start = this.text.length;
    this.text += text;
    this.places.push({ site, span: { start, end: this.text.length } });
  }

  finish(): AssembledStatement {
    const places = this.places;
    return {
      sql: this.text,
      spanOf: (site) => places.find((place) => sameSite(place.site, site))?.span,
      sites: places.map((place) => place.site),
    };
  }
}

export interface AssembledStatement {
  readonly sql: string;
  /** Where the text of a clause stands in `sql`; undefined when the statement leaves it out. */
  spanOf(site: ClauseSite): Span | undefined;
  readonly sites: readonly ClauseSite[];
}
