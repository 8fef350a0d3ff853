import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresIsMissing, type ScratchDatabase, scratchPostgresDatabase } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`fuxi tools of a server ${missing ?? ""}`, () => {
  const fuxi = cliIn(temporaryFolder());
  let database: ScratchDatabase;

  beforeAll(async () => {
    database = await scratchPostgresDatabase();
    await database.execute("CREATE TABLE shop (id int)");
  });
  afterAll(() => database?.drop());

  it("shows a call to try without the password, quoted as a shell needs it", async () => {
    const url = new URL(database.url);
    const plain = `${url.protocol}//${url.username}@${url.host}${url.pathname}?schemas=public&sslmode=prefer`;
    url.password = "open-sesame";
    const { out, err, code } = await fuxi("tools", `${url.href}?schemas=public&sslmode=prefer`);
    expect(code).toBe(0);
    expect(out).toContain(`fuxi call '${plain}' find_columns_containing_value`);
    expect(out + err).not.toContain("open-sesame");
  });
});
