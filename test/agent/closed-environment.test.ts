import { afterAll, describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import { ask } from "../../src/ask.ts";
import { callTool } from "../ai-sdk/tools-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../support/shop-database.ts";

const shop = (await SHOP_ENGINES[0]?.create()) as Shop;
afterAll(() => shop.drop());

async function closed() {
  const environment = await shop.open();
  await environment.close();
  return environment;
}

describe("an environment that is closed", () => {
  it("is what a question fails with: nobody has cancelled the run", async () => {
    const { outcome } = await ask({ environments: [await closed()], question: "Which product costs most?" });
    expect(outcome).toMatchObject({
      type: "failed",
      code: "engine-unavailable",
      message: expect.stringContaining("it is closed"),
      hint: expect.stringContaining("open a closed one anew"),
    });
  });

  it("is what a tool fails with", async () => {
    const tools = createTools(await closed());
    await expect(callTool(tools, "check_query", { query: "SELECT 1" })).rejects.toMatchObject({
      code: "engine-unavailable",
      message: expect.stringContaining("it is closed"),
    });
  });

  it("is not blamed where the caller has cancelled", async () => {
    const { outcome } = await ask({
      environments: [await closed()],
      question: "Which product costs most?",
      signal: AbortSignal.abort(),
    });
    expect(outcome).toMatchObject({ type: "stopped", reason: "cancelled" });
  });
});
