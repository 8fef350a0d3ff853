import { describe, expect, it } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { fixtureStore } from "./fixture-environment.ts";

const task = { question: "Which director won an award?" };

async function described(part: "schema" | "task", schemaTokens: number) {
  const environment = await createKnowledgeBaseEnvironment({ id: "kb", store: fixtureStore(), schemaTokens });
  return environment.describe(part, task, testContext());
}

describe("the schema in the prompt", () => {
  it("lists classes with their instances and relations with their ends", async () => {
    const { text, truncation } = await described("schema", 2000);
    expect(text).toContain("Film: 7");
    expect(text).toContain("director: Film → Director (8)");
    expect(text).toContain("homepage: Director (1)");
    expect(truncation).toBeUndefined();
  });

  it("keeps to its budget and says what was left out and how to see it", async () => {
    const { text, truncation } = await described("schema", 80);
    expect(text.length).toBeLessThan(80 * 4 + 200);
    expect(truncation?.total).toBeGreaterThan(truncation?.shown ?? 0);
    expect(text).toContain("find_classes and get_relations");
  });

  it("is pruned to the question where it does not all fit", async () => {
    const { text } = await described("task", 80);
    expect(text).toContain("won: Director → Honor");
    expect(text).not.toContain("K1");
    expect((await described("task", 2000)).text).toBe("The schema shows all classes and relations.");
  });
});
