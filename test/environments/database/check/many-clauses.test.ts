import { describe, expect, it } from "vitest";
import { checkedForTests } from "./checked-database.ts";

const shop = checkedForTests(
  "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO city VALUES (1, 'Lyon'), (2, 'Aarhus');",
);

const list = (many: number, text: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => text(at)).join(", ");

/** Each reads the one before it. */
function chain(many: number): string {
  const ctes = list(many, (at) => `t${at} AS (SELECT id, name FROM ${at === 0 ? "city" : `t${at - 1}`})`);
  return `WITH ${ctes} SELECT name FROM t${many - 1}`;
}

function acted(query: string, milliseconds: number) {
  const { environment, context } = shop();
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
    const { failure } = await shop().check(`SELECT ${list(1900, (at) => `${name}${at}`)} FROM city`);
    expect(failure?.code).toBe("unknown-column");
    expect(failure?.part?.text).toBe(`${name}0`);
  });
});

describe("a query in queries", () => {
  it("whose stars double the columns with each CTE is refused for what is wrong with it", async () => {
    const double = (at: number) => `t${at} AS (SELECT a.*, b.* FROM t${at - 1} a, t${at - 1} b)`;
    const ctes = list(40, (at) =>
      at === 0 ? "t0 AS (SELECT a.name, b.name FROM city a, city b)" : double(at),
    );
    const { failure } = await shop().check(`WITH ${ctes} SELECT nope FROM city`);
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
    const { failure } = await shop().check(`SELECT ${opening.repeat(levels)}1${closing.repeat(levels)}`);
    expect(failure?.code).toMatch(/^(?:syntax-error|engine-refused|too-large)$/u);
  });
});
