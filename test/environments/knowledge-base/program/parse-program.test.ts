import { describe, expect, it } from "vitest";
import { parseProgram } from "../../../../src/environments/knowledge-base/program/parse-program.ts";
import { type Program, programKey } from "../../../../src/environments/knowledge-base/program/program.ts";

import { programText } from "../../../../src/environments/knowledge-base/program/program-text.ts";
import { iri, literal } from "../../../../src/environments/knowledge-base/term/term.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { follow, full, instances, isClass, names, one, somePrograms } from "./program-fixture.ts";

const read = (text: string) => parseProgram(text, names, { isClass });
const XSD = "http://www.w3.org/2001/XMLSchema#";

const longer: Program = {
  op: "filter",
  of: instances("Film"),
  attribute: [{ predicate: full("runtime"), inverse: false }],
  comparison: ">",
  value: literal("170", { datatype: `${XSD}integer` }),
};

describe("reading S-expressions", () => {
  it.each<readonly [text: string, program: Program]>([
    ["(JOIN director mann)", follow(one("mann"), "^director")],
    ["(JOIN (R director) heat)", follow(one("heat"), "director")],
    ["(JOIN ^director heat)", follow(one("heat"), "director")],
    ["(JOIN (JOIN director bornIn) chicago)", follow(follow(one("chicago"), "^bornIn"), "^director")],
    ["(JOIN (R (JOIN director bornIn)) heat)", follow(follow(one("heat"), "director"), "bornIn")],
    ["(INSTANCES crime)", instances("crime")],
    ["(TERMS Film crime)", { op: "terms", terms: [iri(full("Film")), iri(full("crime"))] }],
    [
      "(AND Film (JOIN genre crime))",
      { op: "intersection", left: instances("Film"), right: follow(one("crime"), "^genre") },
    ],
    [
      "(argmax Film (JOIN (R cast) director))",
      {
        op: "argmax",
        of: instances("Film"),
        attribute: [
          { predicate: full("cast"), inverse: true },
          { predicate: full("director"), inverse: false },
        ],
      },
    ],
    ["(AND Film (gt runtime 170))", longer],
    ["(AND (gt runtime 170) Film)", longer],
    [
      "(AND Film (AND (gt runtime 170) (le year 1995^^xsd:gYear)))",
      {
        op: "filter",
        of: longer,
        attribute: [{ predicate: full("year"), inverse: false }],
        comparison: "<=",
        value: literal("1995", { datatype: `${XSD}gYear` }),
      },
    ],
  ])("reads %s", (text, program) => {
    expect(read(text)).toEqual(program);
  });

  it("gives a comparison without a set the class that its relation is about, where that is known", () => {
    const domainOf = (predicate: string) => (predicate === full("runtime") ? full("Film") : undefined);
    const alone = parseProgram("(JOIN (R director) (lt runtime 90))", names, { isClass, domainOf });
    expect(alone).toMatchObject({ from: { op: "filter", of: instances("Film"), comparison: "<" } });
    expect(() => read("(JOIN (R director) (lt runtime 90))")).toThrow(
      "Program, character 20: a comparison stands beside the set it is about",
    );
  });

  it.each([
    ['"2001"^^http://www.w3.org/2001/XMLSchema#integer', literal("2001", { datatype: `${XSD}integer` })],
    ["2001^^http://www.w3.org/2001/XMLSchema#gYear", literal("2001", { datatype: `${XSD}gYear` })],
    ['"2001"^^<http://www.w3.org/2001/XMLSchema#date>', literal("2001", { datatype: `${XSD}date` })],
    ['"2001"^^xsd:integer', literal("2001", { datatype: `${XSD}integer` })],
    ['"a"^^xsd:string', literal("a")],
    ["2001", literal("2001", { datatype: `${XSD}integer` })],
    ["-1.5", literal("-1.5", { datatype: `${XSD}decimal` })],
    ["1e3", literal("1e3", { datatype: `${XSD}double` })],
    ["1987-05-01", literal("1987-05-01", { datatype: `${XSD}date` })],
    ['"Rome (the \\"city\\")"@EN-gb', literal('Rome (the "city")', { language: "en-gb" })],
    ["'plain'", literal("plain")],
    ['"\\u00e9\\U0001F3DD"', literal("é🏝")],
    ["o'Brien", iri(full("o'Brien"))],
    ["<http://other.org/Alien_(film)>", iri("http://other.org/Alien_(film)")],
    ["http://other.org/Alien_(film)", iri("http://other.org/Alien_(film)")],
    ["_:b7", { kind: "blank", value: "b7" } as const],
  ])("reads the term %s", (text, term) => {
    expect(read(`(JOIN near ${text})`)).toMatchObject({ from: { op: "terms", terms: [term] } });
  });

  it.each([
    ["", "character 1: expected a program, found nothing"],
    ["(AND Film", 'character 10: expected ")" for the "(" at character 1'],
    ["Film)", 'character 5: a ")" that closes nothing'],
    ["Film City", "character 6: expected the end of the program"],
    [
      "(FROB Film)",
      "character 2: expected one of JOIN, AND, OR, DIFFERENCE, ARGMAX, ARGMIN, COUNT, TERMS, INSTANCES, lt",
    ],
    ["(JOIN director)", '"(JOIN …)" takes a relation and a set, found 1 operands'],
    ["(COUNT Film City)", "character 13:"],
    ["(AND Film)", "takes at least two sets, found 1"],
    ["(JOIN (AND a b) heat)", "character 7: expected a relation"],
    ["(JOIN 5,5 heat)", 'character 7: expected a relation, found "5,5"'],
    ["(JOIN director a|b)", '"a|b" is neither a name nor a value'],
    ["(AND Film (lt runtime))", "takes an attribute and a value"],
    ['(JOIN near "open)', "is not closed"],
    ["(JOIN near <open)", "expected an IRI"],
    ["((JOIN near x))", "expected one of"],
    ["()", "expected one of"],
  ])("says where %j is wrong and what was expected", (text, message) => {
    const reading = () => read(text);
    expect(reading).toThrow(FuxiError);
    expect(reading).toThrow(message);
  });

  it("refuses programs nested without bound", () => {
    const deep = (levels: number) => `${"(COUNT ".repeat(levels)}Film${")".repeat(levels)}`;
    expect(read(deep(200)).op).toBe("count");
    expect(() => read(deep(100_000))).toThrow("nested more than 256 levels deep");
  });
});

describe("writing S-expressions", () => {
  it("writes the KBQA-Agent format", () => {
    for (const text of [
      "(AND Film (AND (JOIN (R director) heat) (JOIN genre crime)))",
      "(ARGMAX (AND Film (JOIN director mann)) runtime)",
      '(COUNT (AND Film (ge runtime "170"^^http://www.w3.org/2001/XMLSchema#integer)))',
      "(OR #0 (DIFFERENCE #1 heat))",
    ])
      expect(programText(read(text), names, { isClass })).toBe(text);
  });

  it("reads back to a program with the same key, whatever the program", () => {
    for (const program of somePrograms(2000, 7)) {
      const text = programText(program, names, { isClass });
      expect(programKey(read(text)), text).toBe(programKey(program));
      const plain = programText(program, names);
      expect(programKey(parseProgram(plain, names)), plain).toBe(programKey(program));
    }
  });

  it("cuts what is used again and again instead of writing it out", () => {
    let program = one("heat");
    for (let i = 0; i < 60; i++) program = { op: "union", left: program, right: program };
    expect(programText(program, names, { limit: 1000 }).length).toBeLessThanOrEqual(1000);
  });
});
