import { importOptional } from "../../../../util/import-optional.ts";
import { serveRequests } from "../../driver/serve-requests.ts";
import type { DuckdbOpening } from "./duckdb-session.ts";

const opening = JSON.parse(process.argv[2] ?? "{}") as DuckdbOpening;
await serveRequests(
  async () => {
    const module = await importOptional<typeof import("@duckdb/node-api")>(
      "@duckdb/node-api",
      "to open DuckDB databases",
    );
    return (await import("./duckdb-session.ts")).openDuckdbSession(module, opening);
  },
  async (error, sql) => (await import("./duckdb-failure.ts")).duckdbFailure(error, opening, sql),
);
