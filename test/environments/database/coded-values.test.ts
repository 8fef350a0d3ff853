import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createDatabaseEnvironment, openSqliteDriver } from "../../../src/environments/database/index.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { SHOP_ENGINES } from "../../support/shop-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

describe.each(SHOP_ENGINES)("values in the schema on $name", (engine) => {
  it.skipIf(engine.missing !== undefined)(
    engine.missing ?? "lists the few short values of a text column",
    async () => {
      const shop = await engine.create();
      const environment = await shop.open();
      const { text } = await environment.describe("schema", undefined, testContext());
      expect(text).toMatch(/status (?:text|varchar)\S* in \('A',/);
      await environment.close();
      await shop.drop();
    },
  );
});

async function schemaOf(
  rows: string,
  more: { readonly codedValues?: boolean; readonly descriptionsFolder?: string } = {},
): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.sqlite`);
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE job (id INTEGER PRIMARY KEY, state TEXT, size INTEGER); ${rows}`);
  database.close();
  const environment = await createDatabaseEnvironment({
    id: "jobs",
    driver: await openSqliteDriver({ path, poolSize: 1 }),
    cacheFolder: folder,
    indexMode: "memory",
    ...more,
  });
  const { text } = await environment.describe("schema", undefined, testContext());
  const again = await environment.describe("schema", undefined, testContext());
  await environment.close();
  expect(again.text).toBe(text);
  return text;
}

describe("values in the schema", () => {
  it("are those of text columns with few of them, NULLs aside", async () => {
    const text = await schemaOf(
      "INSERT INTO job (state, size) VALUES ('open', 1), ('it''s done', 1), (NULL, 2), ('open', 2)",
    );
    expect(text).toContain("state text in ('it''s done','open')");
    expect(text).not.toContain("size integer in");
  });

  it("are left out where there are many, or long ones", async () => {
    const many = Array.from({ length: 9 }, (_, at) => `INSERT INTO job (state) VALUES ('state ${at}');`).join(
      "",
    );
    expect(await schemaOf(many)).not.toContain(" in (");
    expect(await schemaOf(`INSERT INTO job (state) VALUES ('${"long ".repeat(9)}')`)).not.toContain(" in (");
  });

  it("are left out of an empty table, and when they are not wanted", async () => {
    expect(await schemaOf("")).not.toContain(" in (");
    expect(await schemaOf("INSERT INTO job (state) VALUES ('open')", { codedValues: false })).not.toContain(
      " in (",
    );
  });

  it("keep what they stand for beside them, where a description says it", async () => {
    const descriptionsFolder = join(folder, "descriptions");
    mkdirSync(descriptionsFolder, { recursive: true });
    const lines = ["original_column_name,column_name,column_description,data_format,value_description"];
    lines.push('state,,how far it is,text,"O: open; D: done"', "size,,how large,integer,");
    writeFileSync(join(descriptionsFolder, "job.csv"), lines.join("\n"));
    const rows = "INSERT INTO job (state, size) VALUES ('O', 1), ('D', 2)";
    expect(await schemaOf(rows, { descriptionsFolder })).toMatch(
      /state text in \('D','O'\) -- .*O: open; D: done/u,
    );
    lines[1] = "state,,how far it is,text,as the foreman wrote it";
    writeFileSync(join(descriptionsFolder, "job.csv"), lines.join("\n"));
    expect(await schemaOf(rows, { descriptionsFolder })).not.toContain("foreman");
  });
});
