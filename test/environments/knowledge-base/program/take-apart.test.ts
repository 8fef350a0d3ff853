import { describe, expect, it } from "vitest";
import { takeApart } from "../../../../src/environments/knowledge-base/program/made-by-tools.ts";
import { parseProgram } from "../../../../src/environments/knowledge-base/program/parse-program.ts";
import { programKey } from "../../../../src/environments/knowledge-base/program/program.ts";
import { isClass, names, one } from "./program-fixture.ts";

const read = (text: string) => parseProgram(text, names, { isClass });
const actionText = ({ tool, arguments: given }: { readonly tool: string; readonly arguments: object }) =>
  `${tool}(${Object.values(given).join(",")})`;
const calls = async (text: string) => {
  const taken = await takeApart(read(text), names);
  return taken && [...taken.actions.map(actionText), taken.claim.text];
};

describe("taking a program apart", () => {
  it("lists relations before it follows them, and attributes before it takes the greatest", async () => {
    expect(await calls("(ARGMAX (JOIN director (JOIN (R director) heat)) runtime)")).toEqual([
      "get_relations(heat)",
      "get_neighbors(heat,director)",
      "get_relations(#0)",
      "get_neighbors(#0,^director)",
      "get_attributes(#1)",
      "argmax(#1,runtime)",
      "#2",
    ]);
  });

  it("fetches a class after what the question names", async () => {
    expect(await calls("(COUNT (AND Film (JOIN genre crime)))")).toEqual([
      "get_relations(crime)",
      "get_neighbors(crime,^genre)",
      "instances(Film)",
      "intersection(#1,#0)",
      "count(#2)",
      "#3",
    ]);
  });

  it("makes each set once, and lists the relations of a variable once", async () => {
    expect(
      await calls("(AND (JOIN director (JOIN (R director) heat)) (JOIN (R born) (JOIN (R director) heat)))"),
    ).toEqual([
      "get_relations(heat)",
      "get_neighbors(heat,director)",
      "get_relations(#0)",
      "get_neighbors(#0,^director)",
      "get_neighbors(#0,born)",
      "intersection(#1,#2)",
      "#3",
    ]);
  });

  it("joins two steps whose middle is a mediator into one relation", async () => {
    const program = read("(JOIN (R award) (JOIN (R won) mann))");
    const asked: unknown[] = [];
    const taken = await takeApart(program, names, {
      joined: async (from, [first, second]) => {
        asked.push([programKey(from), first.predicate.slice(-3), second.predicate.slice(-5)]);
        return true;
      },
    });
    expect(taken?.actions.map(actionText)).toEqual(["get_relations(mann)", "get_neighbors(mann,won/award)"]);
    expect(asked).toEqual([[programKey(one("mann")), "won", "award"]]);
  });

  it("takes what leads to a value, beside a set, for a comparison", async () => {
    expect(await calls('(AND Film (JOIN year "1995"^^xsd:gYear))')).toEqual([
      "instances(Film)",
      "get_attributes(#0)",
      "filter(#0,year,=,1995)",
      "#1",
    ]);
  });

  it("compares texts and entities by relations, numbers by attributes", async () => {
    expect(await calls('(AND Film (contains title "Lola"))')).toContain("get_relations(#0)");
    expect(await calls("(AND Film (ne genre drama))")).toEqual([
      "instances(Film)",
      "get_relations(#0)",
      "filter(#0,genre,!=,drama)",
      "#1",
    ]);
  });

  it("puts several entities together, and takes an entity away as it is", async () => {
    expect(await calls("(DIFFERENCE (TERMS heat lola heat) lola)")).toEqual([
      "union(heat,lola)",
      "difference(#0,lola)",
      "#1",
    ]);
  });

  it("starts from a value that is written as it is", async () => {
    expect(await calls('(JOIN year "1995"^^xsd:gYear)')).toEqual([
      'get_relations("1995"^^http://www.w3.org/2001/XMLSchema#gYear)',
      'get_neighbors("1995"^^http://www.w3.org/2001/XMLSchema#gYear,^year)',
      "#0",
    ]);
  });

  it.each(["heat", "(TERMS)", "#0", "(COUNT (OR _:b1 heat))"])(
    "gives nothing for %s, which the tools cannot build",
    async (text) => {
      expect(await calls(text)).toBeUndefined();
    },
  );
});
