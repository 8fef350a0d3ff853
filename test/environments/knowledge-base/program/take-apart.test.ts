import { expect, it } from "vitest";
import { takeApart } from "../../../../src/environments/knowledge-base/program/made-by-tools.ts";
import { parseProgram } from "../../../../src/environments/knowledge-base/program/parse-program.ts";
import { isClass, names } from "./program-fixture.ts";

const calls = async (text: string, joined = false) => {
  const taken = await takeApart(parseProgram(text, names, { isClass }), names, { joined: () => joined });
  const actions = taken?.actions.map(
    ({ tool, arguments: given }) => `${tool}(${Object.values(given).join(",")})`,
  );
  return taken && [...(actions ?? []), taken.claim.text].join(" ");
};

it.each([
  [
    "(ARGMAX (JOIN director (JOIN (R director) heat)) runtime)",
    "get_relations(heat) get_neighbors(heat,director) get_relations(#0) get_neighbors(#0,^director) get_attributes(#1) argmax(#1,runtime) #2",
  ],
  [
    "(COUNT (AND Film (JOIN genre crime)))",
    "get_relations(crime) get_neighbors(crime,^genre) instances(Film) intersection(#1,#0) count(#2) #3",
  ],
  [
    "(AND (JOIN director (JOIN (R director) heat)) (JOIN (R born) (JOIN (R director) heat)))",
    "get_relations(heat) get_neighbors(heat,director) get_relations(#0) get_neighbors(#0,^director) get_neighbors(#0,born) intersection(#1,#2) #3",
  ],
  [
    '(AND Film (JOIN year "1995"^^xsd:gYear))',
    "instances(Film) get_attributes(#0) filter(#0,year,=,1995) #1",
  ],
  ["(AND Film (ne genre drama))", "instances(Film) get_relations(#0) filter(#0,genre,!=,drama) #1"],
  ["(DIFFERENCE (TERMS heat lola heat) lola)", "union(heat,lola) difference(#0,lola) #1"],
  ["heat", undefined],
  ["(TERMS)", undefined],
  ["#0", undefined],
  ["(COUNT (OR _:b1 heat))", undefined],
])("%s is taken apart into the calls that build it", async (text, expected) => {
  expect(await calls(text)).toBe(expected);
});

it("two steps whose middle is a mediator are one relation", async () => {
  expect(await calls("(JOIN (R award) (JOIN (R won) mann))", true)).toBe(
    "get_relations(mann) get_neighbors(mann,won/award) #0",
  );
});
