import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver } from "./checked-database.ts";

const missing = await postgresIsMissing();

/** Forty days of 2024: in `mixed` every second as DD.MM.YYYY, in `dotted` all; `unsure` leaves open which is the day. */
const SCRIPT = [
  "CREATE TABLE trip (id int PRIMARY KEY, iso text, mixed text, dotted text, unsure text);",
  ...Array.from({ length: 40 }, (_, at) => {
    const [day, month] = [String(13 + (at % 15)), String(1 + (at % 12)).padStart(2, "0")];
    const [iso, dotted] = [`2024-${month}-${day}`, `${day}.${month}.2024`];
    const unsure = `${month}/${String(1 + (at % 11)).padStart(2, "0")}/2024`;
    return `INSERT INTO trip VALUES (${at}, '${iso}', '${at % 2 === 0 ? dotted : iso}', '${dotted}', '${unsure}');`;
  }),
].join("\n");

interface Opened {
  readonly database: CheckedDatabase;
  close(): Promise<void>;
}

async function onDuckdb(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "fuxi-unread-"));
  const path = join(folder, "trips.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(SCRIPT);
  connection.closeSync();
  instance.closeSync();
  const database = await checkedDriver(await openDuckdbDriver({ path }));
  return { database, close: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function onPostgres(): Promise<Opened> {
  const scratch = await scratchPostgresDatabase();
  await scratch.execute(SCRIPT);
  const database = await checkedDriver(await openPostgresDriver({ url: scratch.url }));
  return { database, close: () => scratch.drop() };
}

function suite(open: () => Promise<Opened>, formatted: string) {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.database.close();
    await opened?.close();
  });
  const cells = async (sql: string) => {
    const limits = { maxRows: 100, milliseconds: 5000, signal: opened.database.context.signal };
    return (await opened.database.driver.query(sql, [], limits)).rows.map((row) => row.join("|"));
  };
  const refused = async (sql: string) => {
    const { environment, context } = opened.database;
    const workspace = await environment.openWorkspace(undefined, context);
    const action = { environment: "test", tool: "search_by_SQL", arguments: { query: sql } };
    return (await environment.act(workspace, action, context)).failure;
  };
  const READINGS = [
    "SELECT MAX(CAST({d} AS DATE)) FROM trip",
    "SELECT id FROM trip AS t WHERE t.{d}::date > '2024-06-01' ORDER BY id",
    "SELECT COUNT(*) FROM trip GROUP BY CAST({d} AS timestamp) ORDER BY 1",
  ];

  it("so does a function with the format of some of them", async () => {
    const sql = formatted.replace("{d}", "mixed");
    const [first] = (await refused(sql))?.suggestions ?? [];
    expect(await cells(sql.replace(first?.replaces ?? "", () => first?.text ?? ""))).toEqual(
      await cells("SELECT MAX(CAST(iso AS DATE)) FROM trip"),
    );
  });

  it.each(READINGS.flatMap((sql) => ["mixed", "dotted"].map((column) => [sql, column] as const)))(
    "a failed cast says how the column writes its days, and what reads all of them: %s of %s",
    async (written, column) => {
      const sql = written.replaceAll("{d}", column);
      const failure = await refused(sql);
      expect(failure?.code).toBe("type-mismatch");
      expect(failure?.message).toContain(`The engine does not read every day of trip.${column}: `);
      expect(failure?.message).toMatch(
        column === "mixed" ? /writes its dates in 2 forms: / : /writes its dates DD\.MM\.YYYY \(as /u,
      );
      const [first] = failure?.suggestions ?? [];
      expect(first?.reason).toBe(`reads all days of trip.${column}`);
      expect(sql).toContain(first?.replaces);
      expect(await cells(sql.replace(first?.replaces ?? "", () => first?.text ?? ""))).toEqual(
        await cells(written.replaceAll("{d}", "iso")),
      );
    },
  );

  it("what is checked before it is run has the same suggestion", async () => {
    const { warnings } = await opened.database.check("SELECT MAX(CAST(mixed AS DATE)) FROM trip");
    const [first] = warnings.find(({ code }) => code === "fails-when-run")?.suggestions ?? [];
    expect(first?.reason).toBe("reads all days of trip.mixed");
  });

  it("nothing is offered where no cell decides which is the day, and of a literal that is no day of a column", async () => {
    expect((await refused("SELECT MAX(CAST(unsure AS DATE)) FROM trip"))?.suggestions ?? []).toEqual([]);
    const literal = await refused(
      "SELECT id FROM trip WHERE iso <> '' AND CAST('31.31.2024' AS DATE) > DATE '2024-01-01'",
    );
    expect(literal?.message).not.toContain("does not read every day");
  });
}

describe("days that DuckDB does not read", () => {
  suite(onDuckdb, "SELECT MAX(strptime({d}, '%d.%m.%Y')::date) FROM trip");
});

describe.skipIf(missing !== undefined)(`days that PostgreSQL does not read ${missing ?? ""}`, () => {
  suite(onPostgres, "SELECT MAX(to_date({d}, 'DD.MM.YYYY')) FROM trip");
});
