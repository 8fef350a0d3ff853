import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresIsMissing, type ScratchDatabase, scratchPostgresDatabase } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const missing = await postgresIsMissing();

describe("fuxi index", () => {
  it("reads a file without asking", async () => {
    const { code, err } = await fuxi("index", writeShop(folder));
    expect(code).toBe(0);
    expect(err).not.toContain("to read");
  });
});

describe.skipIf(missing !== undefined)(`fuxi index of a server ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    // As large as the planner takes it for.
    await scratch.execute(`CREATE TABLE visit (place text); INSERT INTO visit VALUES ('Lyon'); ANALYZE visit;
      UPDATE pg_class SET reltuples = 40000000 WHERE relname = 'visit'`);
  });
  afterAll(() => scratch?.drop());

  it("tells what a large database would cost, and reads nothing of it", async () => {
    const { code, err } = await fuxi("index", scratch.url);
    expect(code).toBe(2);
    expect(err).toContain("about 40,000,000 rows of 1 table to read, some 3 min");
    expect(err).toContain("nothing was read. Add --yes");
    expect(err).not.toContain("indexed");
  });

  it("reads it with --yes", async () => {
    const { code, err } = await fuxi("index", "--yes", scratch.url);
    expect(code).toBe(0);
    expect(err).toContain("about 40,000,000 rows");
    expect(err).toContain("1 values of 1 columns indexed");
  });
});

if (missing !== undefined) it.skip(`fuxi index of a server: ${missing}`);
