import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  openDuckdbDriver,
} from "../../../../src/environments/database/index.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

describe("A pattern for names of columns on DuckDB", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    const path = join(temporaryFolder(), "guests.duckdb");
    await asDuckdbOwner(
      path,
      "CREATE TABLE guest (id integer, name text, pin text, mail text)",
      "INSERT INTO guest VALUES (1, 'Ada', 'p1', 'a@x')",
    );
    environment = await createDatabaseEnvironment({
      id: "guests",
      driver: await openDuckdbDriver({ path }),
      cacheFolder: temporaryFolder(),
      privacy: { deny: ["guest.pin"], mask: ["guest.mail"] },
    });
  });
  afterAll(() => environment?.close());

  const asked = async (query: string) => {
    const context = testContext();
    const workspace = await environment.openWorkspace({ question: "?" }, context);
    const action = { environment: "guests", tool: "check_query", arguments: { query } };
    return environment.act(workspace, action, context);
  };

  it.each([
    ["SELECT COLUMNS('nmae') FROM guest", "The pattern 'nmae' matches no column: guest has id, name, mail."],
    ["SELECT COLUMNS('^pin') FROM guest", "The pattern '^pin' matches no column: guest has id, name, mail."],
    [
      "SELECT * LIKE 'p%' FROM guest",
      "The pattern for names of columns matches no column: guest has id, name, mail.",
    ],
    [
      "SELECT COLUMNS(c -> c LIKE 'z%') FROM guest",
      "The pattern for names of columns matches no column: guest has id, name, mail.",
    ],
    ["SELECT COLUMNS(['name', 'pin']) FROM guest", "There is no column pin: guest has id, name, mail."],
  ])("that none matches is answered with those that can be seen: %s", async (query, said) => {
    const { failure } = await asked(query);
    expect([failure?.code, failure?.message]).toEqual(["unknown-column", said]);
  });

  it("that is a slip is answered with the name that was meant", async () => {
    const { failure } = await asked("SELECT COLUMNS('nmae|id') FROM guest");
    expect(failure).toBeUndefined();
    const slip = await asked("SELECT COLUMNS('^nmae$') FROM guest");
    expect(slip.failure?.suggestions[0]).toMatchObject({ text: "name", replaces: "nmae" });
  });

  it("finds masked columns as any other", async () => {
    const { observation } = await asked("SELECT COLUMNS('m') FROM guest");
    expect(observation?.data.preview).toMatchObject({ rows: [["Ada", "***"]] });
  });
});
