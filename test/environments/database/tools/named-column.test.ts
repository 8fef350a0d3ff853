import { describe, expect, it } from "vitest";
import type { DatabaseServices } from "../../../../src/environments/database/database-services.ts";
import { sqliteDialect } from "../../../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import { namedTable } from "../../../../src/environments/database/tools/named-column.ts";

const table = (name: string, schema?: string) => ({
  name,
  ...(schema === undefined ? {} : { schema }),
  kind: "table",
  columns: [],
});

const among = (...tables: ReturnType<typeof table>[]) =>
  ({ schema: { tables }, driver: { dialect: sqliteDialect } }) as unknown as DatabaseServices;

describe("a table named without its schema", () => {
  it("is the one that needs none", () => {
    const services = among(table("driver", "fleet"), table("driver"), table("driver", "hr"));
    expect(namedTable(services, "driver").table?.schema).toBeUndefined();
  });

  it("is the only one of that name", () => {
    expect(namedTable(among(table("driver", "fleet"), table("tire", "hr")), "driver").table?.schema).toBe(
      "fleet",
    );
  });

  it("is asked back for where several schemas have it", () => {
    const services = among(table("driver", "fleet"), table("driver", "hr"));
    expect(namedTable(services, "driver").failure).toMatchObject({
      code: "unknown-table",
      message: '2 schemas have a table "driver": fleet.driver, hr.driver. Name the schema, too.',
      suggestions: [
        { text: "fleet.driver", replaces: "driver" },
        { text: "hr.driver", replaces: "driver" },
      ],
    });
    expect(namedTable(services, "hr.driver").table?.schema).toBe("hr");
  });
});
