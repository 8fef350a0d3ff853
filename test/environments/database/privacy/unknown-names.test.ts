import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolFailure } from "../../../../src/environment/tool-failure.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { engines, type Made, policyFor } from "./engines.ts";

describe.each(engines)("A name that is not there, under a policy ($name)", ({ name, home, make, driver }) => {
  let made: Made;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    const folder = temporaryFolder();
    made = await make(folder);
    environment = await createDatabaseEnvironment({
      id: "shop",
      driver: await driver(made.target),
      cacheFolder: folder,
      indexMode: "memory",
      privacy: policyFor(name),
    });
  });
  afterAll(async () => {
    await environment?.close();
    await made?.drop();
  });

  const refused = async (query: string): Promise<ToolFailure> => {
    const context = testContext();
    const workspace = await environment.openWorkspace({ question: "?" }, context);
    const action = { environment: "shop", tool: "check_query", arguments: { query } };
    const { failure } = await environment.act(workspace, action, context);
    if (failure === undefined) throw new Error(`not refused: ${query}`);
    return failure;
  };

  it.each([
    ["SELECT u.emial FROM users u", "u.email"],
    ["SELECT users.emial FROM users", "users.email"],
    ["SELECT c.nme FROM (SELECT name FROM users) c", "c.name"],
  ])("is answered by the columns of a table that is seen in part: %s", async (query, suggestion) => {
    const { code, message, suggestions } = await refused(query);
    expect([code, suggestions[0]?.text]).toEqual(["unknown-column", suggestion]);
    expect(message).not.toMatch(/fuxi_|ssn/u);
  });

  it("is told with the schema that was written, and not as a table that there is", async () => {
    const { code, message, suggestions } = await refused("SELECT 1 FROM nowhere.orders");
    expect([code, suggestions[0]?.text]).toEqual(["unknown-table", "orders"]);
    expect(message).toBe("There is no table nowhere.orders, but orders.");
  });

  if (name === "DuckDB" || name === "PostgreSQL")
    it("holds for a database's own name, too", async () => {
      const { message } = await refused(`SELECT 1 FROM shop.${home}.orders`);
      expect(message).toBe(`There is no table shop.${home}.orders, but orders.`);
    });

  it("is a table that is missing where a denied one is read in a subquery", async () => {
    const { code, message } = await refused("SELECT 1 FROM orders WHERE EXISTS (SELECT 1 FROM secrets)");
    expect(code).toBe("unknown-table");
    expect(message).toMatch(/^There is no table secrets\. Tables: /u);
  });

  it("is not answered by functions that would be refused", async () => {
    for (const near of ["pg_get_viewde", "read_cvs", "current_schema_", "load_extensio"]) {
      const { suggestions } = await refused(`SELECT ${near}(1)`);
      for (const { text } of suggestions) {
        const { message } = await refused(`SELECT ${text}(1, 2, 3, 4, 5, 6, 7, 8, 9)`);
        expect(message).not.toMatch(/kept back|cannot be used here|has no function/u);
      }
    }
  });

  if (name === "DuckDB" || name === "PostgreSQL")
    it("is not what a function of the engine is called that may not be used", async () => {
      const { code, message } = await refused("SELECT pg_get_viewdef(1)");
      expect(code).toBe("unknown-function");
      expect(message).toBe("pg_get_viewdef cannot be called while parts of the database are kept back.");
    });
});
