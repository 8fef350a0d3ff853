import { describe, expect, it } from "vitest";
import { failedAccess } from "../../../../../src/environments/rest-api/extract/program/explain-failure.ts";
import { mayChangeItems } from "../../../../../src/environments/rest-api/extract/program/may-change-items.ts";
import { programShape } from "../../../../../src/environments/rest-api/extract/program/program-shape.ts";

describe("the shape of a program", () => {
  it.each([
    "data.x",
    "const a = 1;\na",
    "const a = 1\na",
    "if (a) b();\nc",
    "const f = (x) => {\n  return x;\n};\nf(1)",
    "const a = 1;\ndata\n  .map((x) => x)\n  .filter((x) => {\n    return x;\n  });\n",
    "for (const a of b) {\n  c(a);\n}\nd // for a reason",
    "'for (;;)'",
    "const a = `\n;for`;\na",
  ])("ends with an expression: %j", (text) => {
    expect(programShape(text).endsWithExpression).toBe(true);
  });

  it.each([
    "const a = 1",
    "const a =\n  data\n  .x;",
    "for (const a of b) c(a)",
    "for (const a of b)\n  c(a);",
    "for (const a of b) {\n  c(a);\n}\n",
    "if (a) {\n  b;\n} else {\n  c;\n}",
    "const out = [];\ndata.forEach((x) => { out.push(x); });",
    "function f() { return 1 }",
    "while (a) a--;",
    "const x = [];\nfor (let i = 0; i < 3; i++) x.push(i); // done;",
  ])("does not end with an expression: %j", (text) => {
    expect(programShape(text).endsWithExpression).toBe(false);
  });

  it("names what is declared outside of brackets", () => {
    const text =
      "const a = () => { const b = 1; };\nlet c, d;\nfunction e(f) { var g; function h() {} }\n// var i\n";
    expect(programShape(text)).toMatchObject({ variables: ["a", "c"], functions: ["e"] });
  });
});

describe("a failed access", () => {
  const message = "cannot read property 'x' of undefined";

  it.each([
    ["data.result.x", 11, "data.result", "data"],
    ["a + data.list[0].x", 16, "data.list[0]", "data.list"],
    ["f(data.b['c d'].x)", 15, "data.b['c d']", "data.b"],
    ["data.find((r) => r.y).z.x", 23, "data.find((r) => r.y).z", "data.find((r) => r.y)"],
    ["[...data.list.y.x]", 15, "data.list.y", "data.list"],
    ["data\n  .a\n  .x", 12, "data\n  .a", "data"],
    ["data.a?.b.x", 9, "data.a?.b", "data.a"],
    ["(data).a.x", 8, "(data).a", "(data)"],
  ])("of %j is read backwards", (text, offset, object, parent) => {
    expect(failedAccess(text, offset, message)).toMatchObject({ object, parent: { text: parent } });
  });

  it("has no parent for a name alone or a call", () => {
    expect(failedAccess("foo.x", 3, message)).toEqual({ object: "foo", called: false });
    expect(failedAccess("data.find(1).x", 12, message)).toEqual({ object: "data.find(1)", called: false });
  });

  it("is not guessed for other errors", () => {
    expect(failedAccess("data.x", 4, "some other error")).toBeUndefined();
    expect(failedAccess("", 0, message)).toBeUndefined();
  });
});

describe("a change to an item", () => {
  it.each([
    "r.x = 1",
    "r['x'] += 1",
    "r.n++",
    "delete r.x",
    "r.tags.push(1)",
    "Object.assign(r, {})",
    "[r.x] = [1]",
    "({ a: r.x } = o)",
    "for (r.x of list);",
    "r.x ??= 1",
    "r.list.sort()",
    "const n = {};\nn.first = r;\nr.x = 1",
    "const r = [];\nfor (const r of data) r.x = 1",
    "const r = {};\ndata.forEach((r) => { r.x = 1 })",
    "const own = {};\nown[k][0].x = 1",
    "const row = {}, list = [];\ndata.row.x = 1",
    "const rows = data.results;\nrows[0].x++",
  ])("is possible in %s", (text) => {
    expect(mayChangeItems(text)).toBe(true);
  });

  it.each([
    "data.filter((r) => r.x === 1 && r.y >= 2 && r.z != 3).map((r) => ({ ...r, x: 1 }))",
    "let n = 0;\nfor (const r of data) n += r.x;\nreturn n",
    "data.reduce((sum, r) => sum + r.x, 0)",
    "const n = {};\nfor (const r of data) n[r.kinds[0].name] = (n[r.kinds[0].name] || 0) + 1;\nn",
    "const out = [];\nfor (let i = 0; i < 3; i++) out.push(r);\nout",
    "data.map((r) => r.x).sort((a, b) => a - b)",
  ])("is not seen in %s", (text) => {
    expect(mayChangeItems(text)).toBe(false);
  });
});
