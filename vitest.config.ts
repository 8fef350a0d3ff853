import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Left alone, vitest keeps a core for itself: of two, half of the machine.
    maxWorkers: "100%",
    coverage: { provider: "v8", include: ["src/**"] },
  },
});
