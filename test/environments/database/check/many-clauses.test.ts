import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClauseCheck } from "../../../../src/environments/database/check/clause-check.ts";
import { scopedReferences } from "../../../../src/environments/database/check/explain/scoped-references.ts";
import { sqliteDialect } from "../../../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

let shop: CheckedDatabase;
beforeAll(async () => {
  shop = await checkedSqlite(
    "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO city VALUES (1, 'Lyon'), (2, 'Aarhus');",
  );
});
afterAll(() => shop?.close());

const list = (many: number, text: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => text(at)).join(", ");

/** Each reads the one before it. */
function chain(many: number): string {
  const ctes = list(many, (at) => `t${at} AS (SELECT id, name FROM ${at === 0 ? "city" : `t${at - 1}`})`);
  return `WITH ${ctes} SELECT name FROM t${many - 1}`;
}

function acted(query: string, milliseconds: number) {
  const { environment, context } = shop;
  const limits = { ...context.limits, milliseconds };
  return environment
    .openWorkspace(undefined, context)
    .then((workspace) =>
      environment.act(
        workspace,
        { environment: environment.id, tool: "check_query", arguments: { query } },
        { ...context, limits },
      ),
    );
}

describe("a query of more clauses than there is time for", () => {
  it("becomes the draft all the same, and says how many were not looked at", async () => {
    const query = chain(30);
    const { observation, workspace, failure } = await acted(query, 1);
    expect(failure).toBeUndefined();
    expect(observation?.text).toMatch(
      /\d+ of 93 clauses were not fully checked: the time for it was used up\. Check/u,
    );
    expect(workspace?.version).toBe(1);
  });

  it("says nothing of it where the time suffices", async () => {
    const { observation } = await acted(chain(3), 60_000);
    expect(observation?.text).not.toContain("not fully checked");
    expect(observation?.data.rows).toBe(2);
  });
});

describe("a query of many columns that are not there", () => {
  it.each(["nope", "x.n"])("is refused for the first of them: %s", async (name) => {
    const { failure } = await shop.check(`SELECT ${list(1900, (at) => `${name}${at}`)} FROM city`);
    expect(failure?.code).toBe("unknown-column");
    expect(failure?.part?.text).toBe(`${name}0`);
  });

  it("has each of its tables looked up as often as one of few columns has", () => {
    const few = lookUps(`SELECT ${list(10, (at) => `c${at}`)} FROM city`);
    expect(lookUps(`SELECT ${list(1000, (at) => `c${at}`)} FROM city`)).toEqual({ ...few, found: 1000 });
    expect(few.steps).toBeGreaterThan(0);
  });

  it("has what is around its subqueries looked up once", () => {
    const subqueries = (many: number) =>
      `SELECT ${list(many, (at) => `(SELECT c${at} FROM city)`)} FROM ${list(100, (at) => `city a${at}`)}`;
    const [few, many] = [lookUps(subqueries(10)), lookUps(subqueries(100))];
    expect(many.steps - few.steps).toBe(90);
  });
});

describe("a query in queries", () => {
  it("whose stars double the columns with each CTE is refused for what is wrong with it", async () => {
    const double = (at: number) => `t${at} AS (SELECT a.*, b.* FROM t${at - 1} a, t${at - 1} b)`;
    const ctes = list(40, (at) =>
      at === 0 ? "t0 AS (SELECT a.name, b.name FROM city a, city b)" : double(at),
    );
    const { failure } = await shop.check(`WITH ${ctes} SELECT nope FROM city`);
    expect(failure).toMatchObject({ code: "unknown-column", part: { text: "nope" } });
  });

  it.each([
    ["((((", "(", ""],
    ["brackets", "(", ")"],
    ["SELECT in SELECT", "(SELECT ", ")"],
    ["EXISTS in EXISTS", "EXISTS (SELECT ", ")"],
    ["CASE in CASE", "CASE WHEN ", ""],
    ["calls in calls", "abs(", ")"],
    ["NOT", "NOT ", ""],
  ])("of 20,000 characters is a failure that says what it is: %s", async (_, opening, closing) => {
    const levels = Math.floor(19_900 / (opening.length + closing.length));
    const { failure } = await shop.check(`SELECT ${opening.repeat(levels)}1${closing.repeat(levels)}`);
    expect(failure?.code).toMatch(/^(?:syntax-error|engine-refused|too-large)$/u);
  });
});

/** How often names of tables were compared while the columns of a statement were told what is around them. */
function lookUps(sql: string) {
  let steps = 0;
  const sameIdentifier = (a: string, b: string): boolean => {
    steps++;
    return sqliteDialect.sameIdentifier(a, b);
  };
  const tree = readQuery(sql, sqliteDialect.lexical);
  const schema = { tables: [{ name: "city", columns: [] }] };
  const services = { schema, driver: { dialect: { ...sqliteDialect, sameIdentifier } } };
  const run = { subject: { tree }, services } as unknown as ClauseCheck;
  const found = scopedReferences(run).length;
  expect(scopedReferences(run)).toHaveLength(found);
  return { found, steps };
}
