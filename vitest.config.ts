import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests start thousands of Node processes (a SQLite file is read by one of its own, as is DuckDB; many commands run as one), and each would
// compile the sources anew: half of its time, and for a SQLite worker two thirds.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/fuxi-tests");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Left alone, vitest keeps a core for itself: of two, half of the machine. One more than there are, since tests wait for servers a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    coverage: { provider: "v8", include: ["src/**"] },
  },
});
