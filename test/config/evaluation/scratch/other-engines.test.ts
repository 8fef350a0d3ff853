import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScratch } from "../../../../src/config/evaluation/scratch/open-scratch.ts";
import { openEnvironments } from "../../../../src/config/open-environments.ts";
import { DEFAULT_ACT_LIMITS } from "../../../../src/environment/act-context.ts";
import { tablesIn } from "../../../../src/evaluation/construction/dbqa/schema.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { defaultFolders } from "../../../../src/util/default-folders.ts";
import { mariadbIsMissing, scratchMariadb } from "../../../support/mariadb.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const signal = new AbortController().signal;
const options = {
  folders: defaultFolders({ FUXI_CACHE_DIR: join(folder, "cache"), FUXI_DATA_DIR: join(folder, "data") }),
  env: {},
  signal,
  onWarning: () => {},
};
const act = {
  ...{ principal: { id: "test" }, signal, limits: DEFAULT_ACT_LIMITS },
  artifacts: memoryArtifactStore(),
};

const STATEMENTS = [
  "INSERT INTO kind (id, name) VALUES (1, 'crime')",
  "INSERT INTO book (id, kind_id, title, price, lent_on) VALUES (1, 1, 'Reeds', 9.5, '2024-03-01')",
];

/** Fills a scratch database with the schema of the target, and reads it as an environment. */
async function filledLike(target: string, name: string): Promise<readonly unknown[]> {
  const environments = await openEnvironments([target], options);
  try {
    const definitions = await environments[0]?.capabilities.sql?.definitions?.({ sampleRows: 0 }, act);
    const scratch = openScratch(folder, options)(tablesIn(definitions ?? []));
    expect(scratch.fill(name, [STATEMENTS[1] ?? ""]).problem).toContain("has no record in kind");
    expect(scratch.fill(name, STATEMENTS).problem).toBeUndefined();
    const sql = "SELECT kind.name, title, price, lent_on FROM book JOIN kind ON kind.id = kind_id";
    return await scratch.use(name, async ({ capabilities }) => {
      const result = await capabilities.sql?.query(sql, { maxRows: 10 }, act);
      return result?.rows ?? [];
    });
  } finally {
    await Promise.all(environments.map((each) => each.close()));
  }
}
const ROWS = [["crime", "Reeds", 9.5, "2024-03-01"]];

const noPostgres = await postgresIsMissing();
describe.skipIf(noPostgres !== undefined)(`a schema of PostgreSQL ${noPostgres ?? ""}`, () => {
  let database: Awaited<ReturnType<typeof scratchPostgresDatabase>>;
  beforeAll(async () => {
    database = await scratchPostgresDatabase();
    await database.execute(`CREATE TYPE state AS ENUM ('new', 'old');
      CREATE TABLE kind (id serial PRIMARY KEY, name varchar(30) NOT NULL UNIQUE, seen timestamptz(3));
      CREATE TABLE book (id bigint PRIMARY KEY, kind_id int NOT NULL REFERENCES kind, title text, lost boolean,
        price numeric(10, 2), lent_on date, noted json, key uuid)`);
  });
  afterAll(() => database.drop());

  it("takes records in SQLite", async () => {
    expect(await filledLike(database.url, "postgres")).toEqual(ROWS);
  });
});

const noMariadb = await mariadbIsMissing();
describe.skipIf(noMariadb !== undefined)(`a schema of MariaDB ${noMariadb ?? ""}`, () => {
  let database: Awaited<ReturnType<typeof scratchMariadb>>;
  beforeAll(async () => {
    database = await scratchMariadb();
    await database.execute(
      "CREATE TABLE kind (id int unsigned AUTO_INCREMENT PRIMARY KEY, name enum('crime', 'poetry') NOT NULL)",
    );
    await database.execute(`CREATE TABLE book (id bigint PRIMARY KEY, kind_id int unsigned, title varchar(40),
      price decimal(10, 2) unsigned, lent_on date, at timestamp(6), FOREIGN KEY (kind_id) REFERENCES kind (id))`);
  });
  afterAll(() => database.drop());

  it("takes records in SQLite", async () => {
    expect(await filledLike(database.url, "mariadb")).toEqual(ROWS);
  });
});
