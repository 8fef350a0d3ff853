import { describe, expect, it } from "vitest";
import { TableBuilder } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import { iri, literal, type Term } from "../../../../../../src/environments/knowledge-base/term/term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const subject = iri("http://x/s");
const predicate = iri("http://x/p");

const TERMS: readonly Term[] = [
  iri("http://x/Łódź/😀"),
  { kind: "blank", value: "b1" },
  literal(""),
  literal("1"),
  literal("1", { datatype: `${XSD}integer` }),
  literal("01", { datatype: `${XSD}integer` }),
  literal("1", { language: "en" }),
  literal("1", { language: "en-gb" }),
  literal('a "b"\\ \n\t\u0000 é😀'),
  { kind: "triple", subject, predicate, object: literal("q", { language: "de" }) },
  {
    kind: "triple",
    subject: { kind: "triple", subject, predicate, object: { kind: "blank", value: "b" } },
    predicate,
    object: literal('>> " <<'),
  },
];

async function dictionaryOf(terms: readonly Term[]) {
  const builder = new TableBuilder();
  for (const term of terms) builder.addTerms(subject, predicate, term);
  return (await builder.finish({ signal: new AbortController().signal })).dictionary;
}

describe("FileDictionary", () => {
  it("gives every kind of term back as it was, and its number", async () => {
    const dictionary = await dictionaryOf(TERMS);
    for (const term of TERMS) {
      const id = dictionary.idOf(term);
      expect(id).toBeDefined();
      expect(dictionary.term(id ?? -1)).toEqual(term);
    }
    expect(new Set(TERMS.map((term) => dictionary.idOf(term))).size).toBe(TERMS.length);
  });

  it("takes xsd:string for plain text and languages without their case", async () => {
    const dictionary = await dictionaryOf([
      literal("a", { datatype: `${XSD}string` }),
      literal("b", { language: "EN" }),
    ]);
    expect(dictionary.term(dictionary.idOf(literal("a")) ?? -1)).toEqual(literal("a"));
    expect(dictionary.idOf(literal("a", { datatype: `${XSD}string` }))).toBe(dictionary.idOf(literal("a")));
    expect(dictionary.term(dictionary.idOf(literal("b", { language: "En" })) ?? -1)).toEqual(
      literal("b", { language: "en" }),
    );
  });

  it("knows no number for terms that are not there", async () => {
    const dictionary = await dictionaryOf(TERMS);
    for (const term of [
      iri("http://x/other"),
      literal("http://x/s"),
      literal("1", { datatype: "http://x/unknown" }),
      literal("1", { language: "fr" }),
      { kind: "blank", value: "other" } as const,
      { kind: "triple", subject, predicate, object: subject } as const,
    ]) {
      expect(dictionary.idOf(term)).toBeUndefined();
    }
  });

  it("gives the text of a term without its dress", async () => {
    const dictionary = await dictionaryOf([literal("Hällo", { language: "de" })]);
    expect(dictionary.textOf(dictionary.idOf(subject) ?? -1)).toBe("http://x/s");
    expect(dictionary.textOf(dictionary.count - 1)).toBe("Hällo");
  });
});
