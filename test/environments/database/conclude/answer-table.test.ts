import { describe, expect, it } from "vitest";
import { answerTable, type Concluding } from "../../../../src/environments/database/conclude/conclude.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";

import { testContext } from "../../../../src/testing/environment-under-test.ts";

/** The table of rows that were all read, which needs nothing of the database any more. */
function tableOf(cells: readonly string[]) {
  const artifacts = memoryArtifactStore();
  const context = testContext({ artifacts });
  const result = { columns: [{ name: "x" }], rows: cells.map((cell) => [cell]), truncated: false };
  const concluding = { context } as Pick<Concluding, "services" | "context">;
  return answerTable(result as unknown as Parameters<typeof answerTable>[0], "SELECT x", concluding);
}

describe("the table of an answer", () => {
  it("keeps all rows as an artifact where a cell or all of them are too long to be read", async () => {
    expect((await tableOf(["short"])).table?.full).toBeUndefined();
    expect((await tableOf(["x".repeat(1001)])).table?.full?.bytes).toBe(1006);
    const many = Array.from({ length: 50 }, () => "x".repeat(900));
    expect((await tableOf(many)).table?.full?.bytes).toBe(50 * 905);
  });

  it("fails beyond 64 MB of rows, however few they are", async () => {
    const { failure, table } = await tableOf(Array.from({ length: 65 }, () => "x".repeat(1_000_000)));
    expect(table).toBeUndefined();
    expect(failure?.code).toBe("too-large");
    expect(failure?.message).toContain("64 MB");
  });
});
