import { expect, it } from "vitest";
import type { DatabaseServices } from "../../../src/environments/database/database-services.ts";
import { rankTables } from "../../../src/environments/database/schema/prune-schema.ts";

const tables = ["finance.vehicle", "fleet.vehicle", "fleet.dock", "hr.vehicle"].map((full) => {
  const [schema = "", name = ""] = full.split(".");
  return { schema, name, kind: "table", columns: [] };
});
const services = {
  schema: { tables },
  index: {
    state: () => ({ complete: false }),
    findExact: async () => ({ matches: [], incomplete: [] }),
  },
} as unknown as DatabaseServices;

it("Of tables that are called alike, the one whose schema the question names comes first; a schema alone makes no table related", async () => {
  const ranked = await rankTables(services, "How many vehicles has the fleet?", new AbortController().signal);
  expect(ranked[0]?.table).toMatchObject({ schema: "fleet", name: "vehicle" });
  expect(ranked.filter(({ score }) => score > 0).map(({ table }) => table.name)).toEqual([
    "vehicle",
    "vehicle",
    "vehicle",
  ]);
});
