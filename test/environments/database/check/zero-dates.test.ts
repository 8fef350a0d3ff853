import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/index.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import { ShopSession } from "../../../support/shop-session.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const missing = await mariadbIsMissing();

describe.skipIf(missing !== undefined)(`days that are not known ${missing ?? ""}`, () => {
  let scratch: ScratchMariadb;
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    scratch = await scratchMariadb();
    await scratch.execute("SET sql_mode = ''");
    await scratch.execute("CREATE TABLE person (id INT PRIMARY KEY, born DATE, left_on DATE)");
    await scratch.execute(
      "INSERT INTO person VALUES (1, '1950-05-01', '2001-01-01'), (2, '0000-00-00', '2002-01-01'), (3, '1970-01-02', NULL), (4, '0000-00-00', NULL)",
    );
    await scratch.execute("CREATE TABLE paper (id INT PRIMARY KEY, dated DATE)");
    await scratch.execute(
      "INSERT INTO paper VALUES (1, '2019-00-00'), (2, '2019-05-01'), (3, '2020-07-00'), (4, NULL)",
    );
    environment = await createDatabaseEnvironment({
      id: "people",
      driver: await openMysqlDriver({ url: scratch.url }),
      cacheFolder: temporaryFolder(),
    });
  });
  afterAll(async () => {
    await environment?.close();
    await scratch?.drop();
  });

  const said = async (query: string) =>
    (await (await ShopSession.open(environment)).act("check_query", { query })).text;

  it.each([
    "SELECT min(born) FROM person",
    "SELECT avg(year(born)) FROM person",
    "SELECT count(*) FROM person WHERE born < '1960-01-01'",
    "SELECT count(*) FROM person p WHERE '1960-01-01' >= p.born",
  ])("are told where they are taken for the earliest: %s", async (query) => {
    expect(await said(query)).toMatch(
      /person(?: \(p\))?\.born is 0000-00-00 in 2 rows, which .* takes for the earliest day/u,
    );
  });

  it.each([
    "SELECT max(born), count(born) FROM person",
    "SELECT min(born) FROM person WHERE born > '0000-00-00'",
    "SELECT min(NULLIF(born, 0)) FROM person",
    "SELECT count(*) FROM person WHERE born > '1960-01-01'",
    "SELECT min(left_on) FROM person",
    "SELECT born FROM person WHERE id = 1",
  ])("are not, where they change nothing: %s", async (query) => {
    expect(await said(query)).not.toContain("0000-00-00 in");
  });

  it.each([
    "SELECT count(*) FROM paper WHERE dated >= '2019-01-01'",
    "SELECT count(*) FROM paper WHERE dated BETWEEN '2019-01-01' AND '2019-12-31'",
    "SELECT min(dated) FROM paper",
    "SELECT month(dated), count(*) FROM paper GROUP BY 1",
    "SELECT count(*) FROM paper WHERE dated < '2020-01-01'",
  ])("are told where they lack only the month or the day: %s", async (query) => {
    const text = await said(query);
    expect(text).toMatch(/paper\.dated is a day without its month or its day \(2019-00-00\) in 2 rows/u);
    expect(text).toContain("CASE WHEN CAST(dated AS CHAR) NOT LIKE '%-00%' THEN dated END");
  });

  it("are gone with the advised condition, which the engine runs", async () => {
    const text = await said(
      "SELECT min(CASE WHEN CAST(dated AS CHAR) NOT LIKE '%-00%' THEN dated END) FROM paper",
    );
    expect(text).toContain("2019-05-01");
    expect(text).not.toContain("without its month");
  });
});
