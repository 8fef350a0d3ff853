import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

// The tests start thousands of Node processes (a SQLite file is read by one of its own, as is DuckDB; many commands run as one), and each would
// compile the sources anew: half of its time, and for a SQLite worker two thirds.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/fuxi-tests");

/** Tests that change their process (variables, console, global telemetry): each has one of its own. The others share processes, which load the sources once. */
const ALONE = [
  "test/cli/report/report-resumed.test.ts",
  "test/config/mcp-state-key.test.ts",
  "test/environments/database/drivers/address-parameters.test.ts",
  "test/environments/database/drivers/postgres/encryption.test.ts",
  "test/environments/rest-api/extract/bounds.test.ts",
  "test/store/postgres/server-clock.test.ts",
  "test/telemetry/**/*.test.ts",
];
/** Tests of the package as it is installed, in a browser, or over many minutes: `npm run test:release`. */
const RELEASE = ["test/**/*.release.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Left alone, vitest keeps a core for itself: of two, half of the machine. One more than there are, since tests wait for servers a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    globalSetup: "test/support/samples-folder.ts",
    coverage: { provider: "v8", include: ["src/**"] },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...RELEASE, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, exclude: RELEASE } },
      { extends: true, test: { name: "release", include: RELEASE } },
    ],
  },
});
