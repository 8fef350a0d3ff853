import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

/** Column, its cells (the first is 3 January 2024 where it is a day), and the form that get_date_format gives. */
const FORMS: readonly (readonly [column: string, cells: readonly string[], form: string | undefined])[] = [
  ["iso", ["2024-01-03", "2023-12-14", "2020-02-29"], "%Y-%m-%d"],
  ["moment", ["2024-01-03T10:00:00", "2023-12-14T23:59:59", "2020-02-29T00:00:00"], "%Y-%m-%dT%H:%M:%S"],
  ["spaced", ["2024-01-03 10:00", "2023-12-14 23:59", "2020-02-29 00:00"], "%Y-%m-%d %H:%M"],
  ["day_first", ["03/01/2024", "14/12/2023", "29/02/2020"], "%d/%m/%Y"],
  ["month_first", ["1/3/2024", "12/14/2023", "2/29/2020"], "%-m/%-d/%Y"],
  ["dotted", ["03.01.2024", "14.12.2023", "29.02.2020"], "%d.%m.%Y"],
  ["short", ["03.01.24", "14.12.23", "29.02.20"], "%d.%m.%y"],
  ["compact", ["20240103", "20231214", "20200229"], "%Y%m%d"],
  ["named", ["03 Jan 2024", "14 Dec 2023", "29 Feb 2020"], "%d %b %Y"],
  ["long", ["January 3, 2024", "December 14, 2023", "February 29, 2020"], "%B %-d, %Y"],
  ["seconds", ["1704240000", "1702512000", "1582934400"], "epoch-seconds"],
  ["years", ["2024", "2023", "2020"], "%Y"],
  ["words", ["red", "blue", "30.02.2023"], undefined],
  ["amounts", ["12", "350", "7"], undefined],
];
const NAMES = ["c", "b", "a"];

const TABLES = [
  `CREATE TABLE trip (name varchar(9), built integer, unsure varchar(40), ${FORMS.map(([column]) => `${column} ${column === "seconds" ? "bigint" : "varchar(40)"}`).join(", ")})`,
  ...NAMES.map(
    (name, i) =>
      `INSERT INTO trip VALUES ('${name}', ${1990 + i}, '0${i + 1}/02/2024', ${FORMS.map(([, cells]) => `'${cells[i]}'`).join(", ")})`,
  ),
];

const RUNNING = [SHOPS.sqlite, SHOPS.duckdb, SHOPS.postgres].filter(({ missing }) => missing === undefined);

describe.each(RUNNING)("dates kept as text on $name", ({ engine, create }) => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  let session: ShopSession;
  beforeAll(async () => {
    shop = await create(TABLES);
    environment = await shop.open();
    session = await ShopSession.open(environment);
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });

  const format = (column: string) => session.act("get_date_format", { table: "trip", column });
  const check = async (query: string) => {
    const workspace = await environment.openWorkspace({ question: "?" }, testContext());
    const action = { environment: "shop", tool: "check_query", arguments: { query } };
    return environment.act(workspace, action, testContext());
  };
  const names = async (query: string) =>
    ((await session.act("search_by_SQL", { query })).data.rows as unknown[][]).map(([name]) => name);
  /** The query with the first suggestion in place, which then passes. */
  const mended = async (query: string) => {
    const { failure, observation } = await check(query);
    const warning = observation?.warnings.find(({ code }) => code === "date-format-mismatch");
    const [first] = (failure ?? warning)?.suggestions ?? [];
    const text = query.replace(first?.replaces ?? "?", () => first?.text ?? "");
    expect((await check(text)).observation?.warnings).toEqual([]);
    return text;
  };

  it.each(FORMS)("get_date_format knows %s", async (column, cells, form) => {
    const { data, text } = await format(column);
    expect(data.format).toBe(form);
    if (form === undefined || form === "%Y") return;
    expect(data).toMatchObject({ share: 1, first: "2020-02-29", last: "2024-01-03" });
    expect(text).toContain(cells[0]);
    const sql = `SELECT ${String(data.year)}, ${String(data.month)} FROM trip WHERE name = 'c'`;
    const { rows } = (await session.act("search_by_SQL", { query: sql })).data;
    expect((rows as unknown[][])[0]?.map(Number)).toEqual([2024, 1]);
  });

  it("get_date_format says where no cell decides between day and month, and takes numbers for years as they are", async () => {
    expect((await format("unsure")).text).toContain("Could as well be DD/MM/YYYY");
    const { text } = await format("built");
    expect(text).toContain("trip.built: integer years, 1990 to 1992; compare directly");
    expect(text).not.toMatch(/substr|strftime|'|Use:/u);
  });

  it.each(["day_first", "month_first", "dotted", "short", "named"])(
    "what orders or compares %s by letters is warned of, with what goes by time",
    async (column) => {
      expect(await names(await mended(`SELECT name FROM trip ORDER BY ${column}`))).toEqual(["a", "b", "c"]);
      const [first] = FORMS.find(([each]) => each === column)?.[1] ?? [];
      expect(
        await names(await mended(`SELECT name FROM trip WHERE ${column} < '${first}' ORDER BY name`)),
      ).toEqual(["a", "b"]);
      expect(await mended(`SELECT MAX(${column}) FROM trip`)).not.toContain(`MAX(${column})`);
    },
  );

  it.each([
    ["iso", "SELECT name FROM trip WHERE iso BETWEEN '01/12/2023' AND '31/12/2023'", "'2023-12-01'"],
    ["moment", "SELECT name FROM trip WHERE moment = '2024-01-03'", "moment LIKE '2024-01-03%'"],
    ["dotted", "SELECT name FROM trip WHERE dotted = '2024-01-03'", "'03.01.2024'"],
  ])("a literal in another form than that of %s has it in this form", async (_, query, text) => {
    const { observation } = await check(query);
    const warning = observation?.warnings.find(({ code }) => code === "date-format-mismatch");
    expect(warning?.suggestions.map((each) => each.text)).toContain(text);
  });

  it.skipIf(engine !== "sqlite")("what cannot read the days is told, with what reads them", async () => {
    const query = "SELECT name FROM trip WHERE strftime('%Y', dotted) = '2024'";
    const { observation } = await check(query);
    const [first] = observation?.warnings[0]?.suggestions ?? [];
    expect(observation?.warnings[0]?.message).toContain("DD.MM.YYYY");
    expect(await names(query.replace(first?.replaces ?? "?", () => first?.text ?? ""))).toEqual(["c"]);
  });

  it.each([
    "SELECT name FROM trip ORDER BY iso",
    "SELECT MAX(moment) FROM trip WHERE compact > '20200101'",
    "SELECT COALESCE(NULLIF(dotted, ''), 'none') FROM trip",
  ])("what goes by time as it stands passes: %s", async (query) => {
    expect((await check(query)).observation?.warnings).toEqual([]);
  });
});
