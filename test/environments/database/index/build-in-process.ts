import { openValueIndex } from "../../../../src/environments/database/index/open-value-index.ts";
import { localSqliteDriver } from "../../../support/local-sqlite-driver.ts";

// Run as a process of its own by the test of concurrent builders: builds the index of a file and prints what it then finds.
const [path = "", cacheFolder = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const driver = localSqliteDriver(path);
const index = openValueIndex({ driver, schema: driver.schema(), cacheFolder });
const { complete, columns, values } = await index.ensureBuilt({ signal });
const { matches } = await index.findExact("SECOND 4321", { limit: 1, signal });
console.log(complete, columns, values, matches[0]?.value);
await index.close();
await driver.close();
