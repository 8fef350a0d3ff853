import { describe, expect, it } from "vitest";
import { actionText } from "../../../../src/environments/knowledge-base/program/action-text.ts";
import {
  actionsToProgram,
  replayActions,
} from "../../../../src/environments/knowledge-base/program/actions-to-program.ts";
import { parseProgram } from "../../../../src/environments/knowledge-base/program/parse-program.ts";
import type { Program } from "../../../../src/environments/knowledge-base/program/program.ts";
import { programKey } from "../../../../src/environments/knowledge-base/program/program-key.ts";
import { takeApart } from "../../../../src/environments/knowledge-base/program/take-apart.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { follow, isClass, names, one, somePrograms } from "./program-fixture.ts";

const read = (text: string) => parseProgram(text, names, { isClass });
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

  it("gives calls that build the very program again, for programs of all kinds", async () => {
    let built = 0;
    for (const program of somePrograms(1500, 11)) {
      const taken = await takeApart(program, names);
      // Comparisons lose the datatype of their value.
      const exact = taken?.actions.every(({ tool }) => tool !== "filter");
      if (!taken || !exact) continue;
      built++;
      const again = replayActions(taken.actions, names, { claim: taken.claim.text ?? "" });
      expect(programKey(again)).toBe(programKey(unionsOf(program)));
    }
    expect(built).toBeGreaterThan(600);
  });
});

describe("reading KBQA-Agent calls", () => {
  it("counts only calls that make a variable", () => {
    const program = actionsToProgram(
      [
        "get_relations(m.heat)",
        "get_neighbors(heat,director)",
        "get_relations(#0)",
        "get_neighbors(#0,^director)",
        "instances(Film)",
        "intersection(#1,#2)",
        "get_attributes(#3)",
        "argmin(#3, runtime)",
        "Final Answer: #3",
      ],
      names,
    );
    expect(program).toEqual({
      op: "intersection",
      left: follow(follow(one("heat"), "director"), "^director"),
      right: { op: "instances", class: "http://example.org/Film" },
    });
  });

  it("reads paths, classes that stand for a set, and comparisons", () => {
    const program = actionsToProgram(["get_neighbors(Film,^won/award)", "filter(#0,runtime,>=,90)"], names, {
      isClass,
    });
    expect(programKey(program)).toBe(
      programKey(read("(AND (JOIN (R award) (JOIN won Film)) (ge runtime 90))")),
    );
  });

  it.each([
    [["frob(#0)"], 'Action "frob(#0)": expected one of get_relations,'],
    [["get_neighbors(heat)"], "get_neighbors takes variable, relation"],
    [["get_neighbors(#0,director)"], "there is no variable #0 yet"],
    [["get_neighbors(a b,director)"], '"a b" is no name'],
    [["get_relations(heat)"], "there is no such variable"],
    [["filter(heat,runtime,~,9)"], '"~" is no comparison'],
  ])("refuses %j", (actions, message) => {
    const reading = () => actionsToProgram(actions, names);
    expect(reading).toThrow(FuxiError);
    expect(reading).toThrow(message);
  });
});

/** Sets written out are put together one by one. */
function unionsOf(program: Program): Program {
  if (program.op === "terms") {
    const parts = [...new Map(program.terms.map((term) => [JSON.stringify(term), term])).values()].map(
      (term): Program => ({ op: "terms", terms: [term] }),
    );
    return parts.reduce((left, right) => ({ op: "union", left, right }));
  }
  const mapped = Object.entries(program).map(([key, value]) => [
    key,
    typeof value === "object" && value !== null && "op" in value ? unionsOf(value as Program) : value,
  ]);
  return Object.fromEntries(mapped) as Program;
}
