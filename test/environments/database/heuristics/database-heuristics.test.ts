import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { askLibrary } from "./ask-library.ts";
import { askPerson } from "./ask-person.ts";
import { libraryStatements, writeLibrary, writeLibraryDescriptions } from "./library.ts";
import { DECLINED, UNDERSTOOD } from "./understood-questions.ts";

const sorted = (rows: readonly string[] | undefined) => [...(rows ?? [])].sort();

function understandsTheLibrary(open: () => DatabaseEnvironment, questions = UNDERSTOOD): void {
  for (const { kind, question, rows, ordered } of questions) {
    it(`${kind}: ${question}`, async () => {
      const heard = await askLibrary(open(), question);
      expect(heard.reason).toBeUndefined();
      if (ordered) expect(heard.rows).toEqual(rows);
      else expect(sorted(heard.rows)).toEqual(sorted(rows));
    });
  }
}

describe("built-in rules on SQLite", () => {
  const folder = temporaryFolder();
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    const { file, descriptions } = writeLibrary(folder);
    environment = await createDatabaseEnvironment({
      id: "library",
      driver: await openSqliteDriver({ path: file }),
      cacheFolder: folder,
      descriptionsFolder: descriptions,
      indexMode: "memory",
    });
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(() => environment.close());

  understandsTheLibrary(() => environment);

  for (const { why, question, words } of DECLINED) {
    it(`declines ${why} and names the words: ${question}`, async () => {
      const heard = await askLibrary(environment, question);
      expect(heard.rows).toBeUndefined();
      expect(heard.words).toEqual(expect.arrayContaining([...words]));
    });
  }

  it("declines where the last place shown is a tie", async () => {
    const heard = await askLibrary(environment, "Which author has the most books?");
    expect(heard.reason).toMatch(/share the last place/u);
  });

  it("declines rather than counting nothing", async () => {
    expect((await askLibrary(environment, "How many books are in Linz?")).reason).toContain(
      "Nothing in the data fits the question as I read it: no row has town.name 'Linz'.",
    );
  });

  it("declines a verb between a thing and a property of another thing", async () => {
    const heard = await askLibrary(environment, "How many readers were never asked for their nationality?");
    expect(heard.rows).toBeUndefined();
  });

  it("declines where two readings give different rows, and tells both", async () => {
    const heard = await askLibrary(environment, "How many loans were there in 2023?");
    expect(heard.reason).toMatch(/by loan\.lent_on or by loan\.returned_on/u);
  });

  it("says how two readings of a value differ", async () => {
    const heard = await askLibrary(environment, "Which authors have books in Portuguese?");
    if (heard.reason !== undefined) expect(heard.reason).toMatch(/'Portuguese' as .* or as /u);
  });

  it("names the condition that no row meets, and what there is instead", async () => {
    const pages = await askLibrary(environment, "What are the titles of books with more than 900 pages?");
    expect(pages.reason).toMatch(/book\.pages over 900; values of book\.pages run from 95 to 540/u);
    const dates = await askLibrary(environment, "How many readers joined in 2031?");
    expect(dates.reason).toMatch(/reader\.joined_on 2031; dates run from 2021-03-04 to 2023-01-08/u);
    expect(dates.words).toEqual([]);
  });

  it("asks about the one name that a word nearly matches, and never takes it", async () => {
    const heard = await askPerson(environment, "How many branches are in Portoo?");
    expect(heard.asked).toMatchObject([{ words: ["Portoo"], kind: "problematic" }]);
    expect(heard.rows).toBeUndefined();
  });

  it("suggests values and names that a word nearly matches, at most two", async () => {
    const value = await askLibrary(environment, "How many branches are in portoo?");
    expect(value).toMatchObject({ words: ["portoo"] });
    expect(value.reason).toContain("Did you mean 'Porto' (town.name)?");
    const name = await askLibrary(environment, "How many readdrs are there?");
    expect(name.reason).toMatch(/Did you mean .*reader/u);
  });

  it("never calls a word not understood that it says is known", async () => {
    const heard = await askLibrary(environment, "Show books of branches by authors of towns");
    expect(heard.rows).toBeUndefined();
    expect(heard.words).not.toContain("Show");
    if (/words are known, but no tables/u.test(heard.reason ?? "")) expect(heard.words).toEqual([]);
  });

  it("says what it took for granted", async () => {
    const heard = await askLibrary(environment, "How many branches are in Austria?");
    expect(heard.assumptions?.join(" ")).toContain("country_code 'AT'");
  });

  it("understands without an index, asking the engine", async () => {
    const bare = await createDatabaseEnvironment({
      id: "bare",
      driver: await openSqliteDriver({ path: `${folder}/library.sqlite` }),
      cacheFolder: folder,
      indexMode: "memory",
    });
    expect((await askLibrary(bare, "Which branches are in Porto?")).rows).toEqual(["Old Mill"]);
    await bare.close();
  });
});

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`built-in rules on PostgreSQL ${missing ?? ""}`, () => {
  const folder = temporaryFolder();
  let scratch: ScratchDatabase;
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(libraryStatements("VARCHAR(60)").join(";\n"));
    environment = await createDatabaseEnvironment({
      id: "library",
      driver: await openPostgresDriver({ url: scratch.url }),
      cacheFolder: folder,
      descriptionsFolder: writeLibraryDescriptions(folder),
      indexMode: "memory",
    });
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(async () => {
    await environment?.close();
    await scratch?.drop();
  });

  // What is written otherwise there: numbers and days in texts, values of a code, sums, ranks.
  understandsTheLibrary(
    () => environment,
    UNDERSTOOD.filter(({ kind }) => /year|rank|number|code|averages|adds|group/u.test(kind)),
  );

  it.each([
    ["How many visits were logged in 2023?", "2"],
    ["How many visits were logged after 2023-06-15?", "2"],
  ])("reads days in seconds that are kept as text: %s", async (question, count) => {
    await scratch.execute(`CREATE TABLE IF NOT EXISTS visit (id integer PRIMARY KEY, logged_at text);
      INSERT INTO visit VALUES (1, '1672600000'), (2, '1690000000'), (3, '1704500000') ON CONFLICT DO NOTHING`);
    const visits = await createDatabaseEnvironment({
      id: "visits",
      driver: await openPostgresDriver({ url: scratch.url }),
      cacheFolder: folder,
      indexMode: "memory",
    });
    expect(await askLibrary(visits, question)).toMatchObject({ rows: [count] });
    await visits.close();
  });
});
