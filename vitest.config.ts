import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

// The tests start thousands of Node processes (a SQLite file is read by one of its own, as is DuckDB; many commands run as one), and each would
// compile the sources anew: half of its time, and for a SQLite worker two thirds.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/fuxi-tests");

/** Tests here leave nothing behind in their process (no global, no variable, no signal handler), so that one process does many files and loads the sources once. */
const TOGETHER = ["test/environments/**/*.test.ts", "test/config/**/*.test.ts", "test/util/**/*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Left alone, vitest keeps a core for itself: of two, half of the machine. One more than there are, since tests wait for servers a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    coverage: { provider: "v8", include: ["src/**"] },
    projects: [
      { extends: true, test: { name: "together", include: TOGETHER, isolate: false } },
      {
        extends: true,
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...TOGETHER],
        },
      },
    ],
  },
});
