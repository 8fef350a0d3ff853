import { describe, expect, it } from "vitest";
import {
  expandProgram,
  type Program,
  programKey,
} from "../../../../src/environments/knowledge-base/program/program.ts";

import { literal } from "../../../../src/environments/knowledge-base/term/term.ts";
import { follow, instances, one, somePrograms } from "./program-fixture.ts";

const both = (op: "intersection" | "union" | "difference", left: Program, right: Program): Program => ({
  op,
  left,
  right,
});
const none = () => [];

describe("the key of a program", () => {
  const [a, b] = [follow(one("heat"), "director"), instances("Director")];

  it("does not depend on the order of operands where that does not matter", () => {
    expect(programKey(both("intersection", a, b))).toBe(programKey(both("intersection", b, a)));
    expect(programKey(both("union", a, b))).toBe(programKey(both("union", b, a)));
    expect(programKey(both("difference", a, b))).not.toBe(programKey(both("difference", b, a)));
    const terms = [literal("x"), literal("y")];
    expect(programKey({ op: "terms", terms })).toBe(
      programKey({ op: "terms", terms: [...terms.toReversed(), literal("x")] }),
    );
  });

  it("differs where programs differ", () => {
    const programs = [
      a,
      b,
      one("heat"),
      follow(one("heat"), "^director"),
      both("union", a, b),
      { op: "argmax", of: a, attribute: [{ predicate: "p", inverse: false }] } as const,
      { op: "argmin", of: a, attribute: [{ predicate: "p", inverse: false }] } as const,
      { op: "terms", terms: [literal("heat")] } as const,
      { op: "terms", terms: [literal("heat", { language: "en" })] } as const,
    ];
    expect(new Set(programs.map(programKey)).size).toBe(programs.length);
    const random = somePrograms(500, 3);
    const written = new Set(random.map((program) => JSON.stringify(program)));
    expect(new Set(random.map(programKey)).size).toBeGreaterThan(0.95 * written.size);
  });

  it("stays short, also for large sets and for sets used again and again", () => {
    const terms = Array.from({ length: 5000 }, (_, at) => literal(`value ${at}`));
    expect(programKey({ op: "count", of: { op: "terms", terms } }).length).toBeLessThanOrEqual(400);
    let program = a;
    for (let i = 0; i < 2000; i++) program = both("union", program, program);
    expect(programKey(program).length).toBeLessThanOrEqual(400);
  });
});

describe("expanding a program", () => {
  it("replaces variables and imported sets", async () => {
    const terms = { sha256: "f".repeat(64), bytes: 1, mediaType: "x" };
    const variables: Program[] = [
      one("heat"),
      follow({ op: "variable", index: 0 }, "director"),
      { op: "imported", terms, size: 1 },
    ];
    const program = both("union", { op: "variable", index: 1 }, { op: "variable", index: 2 });
    expect(await expandProgram(program, variables, async () => [literal("1")])).toEqual(
      both("union", follow(one("heat"), "director"), { op: "terms", terms: [literal("1")] }),
    );
  });

  it("refuses variables that do not exist or are made from themselves", async () => {
    await expect(expandProgram({ op: "variable", index: 3 }, [one("heat")], none)).rejects.toMatchObject({
      code: "workspace-invalid",
      message: "There is no variable #3.",
    });
    const circle: Program[] = [
      follow({ op: "variable", index: 1 }, "near"),
      follow({ op: "variable", index: 0 }, "near"),
    ];
    await expect(expandProgram({ op: "variable", index: 0 }, circle, none)).rejects.toMatchObject({
      code: "workspace-invalid",
      message: "Variable #0 is made from itself.",
    });
  });
});
