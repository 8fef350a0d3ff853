import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { EgressLevel } from "../../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import { createDatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { SHOP_ENGINES } from "../../support/shop-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

describe.each(SHOP_ENGINES)("values in the schema on $name", (engine) => {
  it.skipIf(engine.missing !== undefined)(engine.missing ?? "shows a small table whole", async () => {
    const shop = await engine.create();
    const environment = await shop.open();
    const { text } = await environment.describe("schema", undefined, testContext());
    expect(text).toMatch(/home_city_id \S+ -> city\.id.*\n {2}all rows: \(1,'Ana O''Hara',.*'A',1,2,/u);
    await environment.close();
    await shop.drop();
  });
});

interface More {
  readonly descriptionsFolder?: string;
  readonly schemaTokens?: number;
  readonly egress?: EgressLevel;
}

async function schemaOf(statements: string, { egress = "all", ...more }: More = {}): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.sqlite`);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA foreign_keys = OFF; BEGIN; ${statements}; COMMIT`);
  database.close();
  const environment = await createDatabaseEnvironment({
    id: "jobs",
    driver: await openSqliteDriver({ path, poolSize: 1 }),
    cacheFolder: folder,
    indexMode: "memory",
    ...more,
  });
  const shown = withEgress(environment, egress);
  const { text } = await shown.describe("schema", undefined, testContext());
  const again = await shown.describe("schema", undefined, testContext());
  await environment.close();
  expect(again.text).toBe(text);
  return text;
}

/** A table of one column beside its key and a number, with these cells. */
const job = (cells: readonly (string | null)[], column = "state TEXT") =>
  `CREATE TABLE job (id INTEGER PRIMARY KEY, ${column}, size REAL, a REAL, b REAL); ` +
  cells
    .map(
      (cell) =>
        `INSERT INTO job (${column.split(" ")[0]}) VALUES (${cell === null ? "NULL" : `'${cell.replaceAll("'", "''")}'`});`,
    )
    .join("");

const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));
const code = (at: number) => `k${String.fromCharCode(97 + at)}`;

describe("cells in the schema", () => {
  it.each<[string, string, string | undefined]>([
    ["few values", job(["open", "it's done", null, "open"]), "state text in ('it''s done','open'),"],
    [
      "21 codes",
      job(many(63, (at) => code(at % 21))),
      `state text in (${many(21, (at) => `'${code(at)}'`).join()}),`,
    ],
    [
      "21 codes of 1,500 rows",
      job(many(1500, (at) => code(at % 21))),
      `state text in (${many(21, (at) => `'${code(at)}'`).join()}),`,
    ],
    [
      "26 codes, one of them common",
      job([...many(52, (at) => code(at % 26)), "kc"]),
      "state text in ('kc','ka','kb','kd','ke',…),",
    ],
    ["times", job(many(40, (at) => `${10 + (at % 10)}:30`)), "state text e.g. '10:30',"],
    ["names that tell rows apart", job(many(40, (at) => `Ann B${code(at)}`)), "state text,"],
    ["a code for each row", job(many(40, (at) => `T-2024-00${10 + at}`)), "state text e.g. 'T-2024-0010',"],
    [
      "a text that is the key",
      "CREATE TABLE job (no TEXT PRIMARY KEY); INSERT INTO job VALUES ('A/7'), ('A/8')",
      "no text PK e.g. 'A/7'",
    ],
    ["dates kept as text", job(many(20, (at) => `${10 + at}/03/2024`)), "state text DD/MM/YYYY,"],
    [
      "dates of which day and month cannot be told",
      job(["01/02/2024", "03/04/2024"]),
      "state text in ('01/02/2024','03/04/2024'),",
    ],
    ["flags", job(["1", "0", "1"], "state INTEGER"), "state integer in (0,1),"],
    [
      "numbers",
      job(
        many(30, (at) => `${at * 7}`),
        "state INTEGER",
      ),
      "state integer 0..203,",
    ],
    [
      "numbers of many rows",
      job(
        many(1500, (at) => `${at}`),
        "state INTEGER",
      ),
      "state integer e.g. 0, ",
    ],
    [
      "numbers of things",
      job(
        many(30, (at) => `${at * 7}`),
        "plan_id INTEGER",
      ),
      "plan_id integer,",
    ],
    ["long texts", job([`${"Long ".repeat(20)}`, "Short text"]), "state text,"],
    ["nothing", job([]), "state text,"],
  ])("of a column with %s", async (_, statements, line) => {
    expect(await schemaOf(statements)).toContain(`${line}`);
  });

  it("are all of a small table with several columns", async () => {
    const plans =
      "CREATE TABLE plan (id INTEGER PRIMARY KEY, name TEXT, fee REAL); INSERT INTO plan VALUES (1, 'Duo', 4.5), (2, 'Solo', NULL)";
    expect(await schemaOf(plans)).toContain(
      "name text, fee real\n  all rows: (1,'Duo',4.5), (2,'Solo',NULL)",
    );
    const masked = await schemaOf(plans, { egress: "masked" });
    expect(masked).not.toContain("all rows");
    expect(masked).toContain("name text in ('Xxx','Xxxx')");
  });

  it("are told once by their form where they may not be seen", async () => {
    const codes = job(["open", "done", "late", "in time", "in work", "at home", "unknown", "x"]);
    expect(await schemaOf(codes, { egress: "masked" })).toContain(
      "state text in ('xx xxxx','xxxx','xxxxxxx',…)",
    );
    expect(await schemaOf(codes, { egress: "schema" })).toContain("state text, ");
  });

  it("tell how many rows of a key have no match", async () => {
    const text = await schemaOf(
      `CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
       CREATE TABLE loan (id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film (id), other_id INTEGER REFERENCES film (id));
       INSERT INTO film VALUES (1, 'A'), (2, 'B'); INSERT INTO loan VALUES (1, 1, 1), (2, NULL, 2), (3, 9, 1)`,
    );
    expect(text).toMatch(/film_id integer -> film\.id \(2 rows have none\), other_id integer -> film\.id$/mu);
  });

  it.each([
    ["each pair in both directions", "(1, 2), (2, 1), (1, 3), (3, 1)", true],
    ["a pair in one direction only", "(1, 2), (2, 1), (1, 3)", false],
  ])("tell of a link table with %s", async (_, pairs, isTold) => {
    const text = await schemaOf(
      `CREATE TABLE atom (id INTEGER PRIMARY KEY, element TEXT); INSERT INTO atom VALUES (1, 'c'), (2, 'h'), (3, 'h');
       CREATE TABLE bond (a INTEGER REFERENCES atom (id), b INTEGER REFERENCES atom (id)); INSERT INTO bond VALUES ${pairs}`,
    );
    expect(text.includes(" rows, each pair in both directions)")).toBe(isTold);
  });

  it("give way where the budget is small, the long lists first", async () => {
    const codes = many(63, (at) => code(at % 21)).map(
      (value) => `INSERT INTO t (a, b) VALUES ('${value}', '${value < "kc" ? "x" : "y"}');`,
    );
    const statements = `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT);${codes.join("")}`;
    expect(await schemaOf(statements, { schemaTokens: 45 })).toContain("a text, b text in ('x','y'), ");
    expect(await schemaOf(statements, { schemaTokens: 18 })).toContain("a text, b text, ");
  });

  it("say once that there are no descriptions", async () => {
    expect(await schemaOf(job([]))).toMatch(/^sqlite database \S+, 1 table; no descriptions are kept:/u);
  });

  it("are not repeated where a description explains them", async () => {
    const descriptionsFolder = join(folder, "descriptions");
    mkdirSync(descriptionsFolder, { recursive: true });
    const described = (text: string, values: string) => {
      const lines = ["original_column_name,column_name,column_description,data_format,value_description"];
      writeFileSync(
        join(descriptionsFolder, "job.csv"),
        [...lines, `state,,${text},text,"${values}"`].join("\n"),
      );
    };
    const rows = job(["O", "D"]);
    described("how far it is", "O: open; D: done");
    expect(await schemaOf(rows, { descriptionsFolder })).toContain(
      "state text -- how far it is; O: open; D: done",
    );
    described("how far it is", "O: open");
    expect(await schemaOf(rows, { descriptionsFolder })).toMatch(/state text in \('D','O'\) -- .*O: open/u);
    described("how far it is", "as the foreman wrote it");
    const shown = await schemaOf(rows, { descriptionsFolder });
    expect(shown).not.toContain("foreman");
    expect(shown).not.toContain("no descriptions");
    described("day of the start", "DD/MM/YYYY");
    expect(await schemaOf(job(["27/03/2024"]), { descriptionsFolder })).toContain("state text -- day of");
  });
});
