import { expect, test } from "vitest";
import { tokenize } from "../../../../src/environments/database/sql/tokenize.ts";
import { mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";

function kinds(sql: string, lexical = sqliteLexical): string[] {
  return tokenize(sql, lexical).tokens.map(({ kind, value }) => `${kind} ${value}`);
}

test("a doubled quote stands for one", () => {
  expect(kinds(`'it''s' "a""b" \`c\`\`d\` [e f]`)).toEqual([
    "string it's",
    'identifier a"b',
    "identifier c`d",
    "identifier e f",
  ]);
});

test("E'' strings carry out backslash escapes, ordinary ones do not", () => {
  expect(kinds("E'it\\'s\\n' 'a\\'", postgresLexical)).toEqual(["string it's\n", "string a\\"]);
});

test("MySQL's strings in double quotes and backslashes are read, and a wildcard keeps its escape", () => {
  expect(kinds(`"a\\"b" '10\\%' \`c\``, mysqlLexical)).toEqual([
    'string a"b',
    "string 10\\%",
    "identifier c",
  ]);
});

test("dollar quotes hold semicolons and other tags, and parameters are not taken for them", () => {
  expect(kinds("$$a;b$$ $t$ x $$ y $t$ $1", postgresLexical)).toEqual([
    "string a;b",
    "string  x $$ y ",
    "parameter $1",
  ]);
});

test("numbers are read with exponent, in hexadecimal, with separators and without a leading digit", () => {
  expect(kinds("1 1.5e-3 .5 0x1F 1_000 1.")).toEqual([
    "number 1",
    "number 1.5e-3",
    "number .5",
    "number 0x1F",
    "number 1_000",
    "number 1.",
  ]);
});

test("operators are read as long as they go", () => {
  expect(kinds("a->>'b'||c::int<=>d!=-1", sqliteLexical).filter((each) => each.startsWith("symbol"))).toEqual(
    ["symbol ->>", "symbol ||", "symbol ::", "symbol <=>", "symbol !=", "symbol -"],
  );
});

test("PostgreSQL's containment operator is one, where SQLite compares with a parameter", () => {
  expect(kinds("a<@b", postgresLexical)).toEqual(["word A", "symbol <@", "word B"]);
  expect(kinds("a<@b", sqliteLexical)).toEqual(["word A", "symbol <", "parameter @b"]);
});

test("comments are left out, nested ones only where the dialect nests them", () => {
  expect(kinds("a /* x /* y */ z */ b", postgresLexical)).toEqual(["word A", "word B"]);
  expect(kinds("a /* x /* y */ z -- end\n b", sqliteLexical)).toEqual(["word A", "word Z", "word B"]);
  expect(kinds("a # b\n c 5--1", mysqlLexical)).toEqual([
    "word A",
    "word C",
    "number 5",
    "symbol -",
    "symbol -",
    "number 1",
  ]);
});

test.each(["'open", '"open', "[open", "/* open", "(", ")", "(]"])("%s is said to be incomplete", (sql) => {
  expect(tokenize(sql, sqliteLexical).complete).toBe(false);
});

test("a comment that MySQL runs makes the text incomplete, since the reader does not see into it", () => {
  expect(tokenize("SELECT 1 /*! FROM t */", mysqlLexical).complete).toBe(false);
  expect(tokenize("SELECT 1 /* FROM t */", mysqlLexical).complete).toBe(true);
});

test("spans of a clause count from where it stands in the longer text", () => {
  const [token] = tokenize({ text: " abc", start: 10, end: 14 }, sqliteLexical).tokens;
  expect(token).toMatchObject({ start: 11, end: 14 });
});
