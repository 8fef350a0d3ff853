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
import { askRules } from "./ask-rules.ts";
import { libraryStatements, writeLibrary, writeLibraryDescriptions } from "./library.ts";
import { DECLINED, UNDERSTOOD } from "./understood-questions.ts";

const sorted = (rows: readonly string[] | undefined) => [...(rows ?? [])].sort();

function understandsTheLibrary(open: () => DatabaseEnvironment, questions = UNDERSTOOD): void {
  it.for(questions)("%s: %s", async ([, question, rows, order]) => {
    const heard = await askRules(open(), question);
    expect(heard.reason).toBeUndefined();
    if (order) expect(heard.rows).toEqual(rows);
    else expect(sorted(heard.rows)).toEqual(sorted(rows));
  });
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

  it.each(DECLINED)("declines %s and names the words: %s", async (_, question, words) => {
    const heard = await askRules(environment, question);
    expect(heard.rows).toBeUndefined();
    expect(heard.words).toEqual(expect.arrayContaining([...words]));
  });

  it("declines where the last place shown is a tie", async () => {
    const heard = await askRules(environment, "Which author has the most books?");
    expect(heard.reason).toMatch(/share the last place/u);
  });

  it("declines rather than counting nothing", async () => {
    expect((await askRules(environment, "How many books are in Linz?")).reason).toContain(
      "Nothing in the data fits the question as I read it: no row of book has town.name 'Linz'.",
    );
  });

  it("declines a verb between a thing and a property of another thing", async () => {
    const heard = await askRules(environment, "How many readers were never asked for their nationality?");
    expect(heard.rows).toBeUndefined();
  });

  it("declines where two readings give different rows, and tells both", async () => {
    const heard = await askRules(environment, "How many loans were there in 2023?");
    expect(heard.reason).toMatch(/by loan\.lent_on or by loan\.returned_on/u);
  });

  it("names the condition that no row meets, and what there is instead", async () => {
    const pages = await askRules(environment, "What are the titles of books with more than 900 pages?");
    expect(pages.reason).toMatch(/book\.pages over 900; values of book\.pages run from 95 to 540/u);
    const dates = await askRules(environment, "How many readers joined in 2031?");
    expect(dates.reason).toMatch(/reader\.joined_on 2031; dates run from 2021-03-04 to 2023-01-08/u);
    expect(dates.words).toEqual([]);
  });

  it("asks about the one name that a word nearly matches, and never takes it", async () => {
    const heard = await askRules(environment, "How many branches are in Portoo?");
    expect(heard.asked).toMatchObject([{ words: ["Portoo"], kind: "problematic" }]);
    expect(heard.rows).toBeUndefined();
  });

  it("suggests values and names that a word nearly matches, at most two", async () => {
    const value = await askRules(environment, "How many branches are in portoo?");
    expect(value).toMatchObject({ words: ["portoo"] });
    expect(value.reason).toContain("Did you mean 'Porto' (town.name)?");
    const name = await askRules(environment, "How many readdrs are there?");
    expect(name.reason).toMatch(/Did you mean .*reader/u);
  });

  it("says what it took for granted", async () => {
    const heard = await askRules(environment, "How many branches are in Austria?");
    expect(heard.assumptions?.join(" ")).toContain("country_code 'AT'");
  });

  it("understands without an index, asking the engine", async () => {
    const bare = await createDatabaseEnvironment({
      id: "bare",
      driver: await openSqliteDriver({ path: `${folder}/library.sqlite` }),
      cacheFolder: folder,
      indexMode: "memory",
    });
    expect((await askRules(bare, "Which branches are in Porto?")).rows).toEqual(["Old Mill"]);
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
    UNDERSTOOD.filter(([kind]) => /year|rank|number|code|averages|adds|group/u.test(kind)),
  );
});
