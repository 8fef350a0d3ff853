import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

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
