import { describe, expect, it } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { endpoint } from "./endpoint-fixture.ts";

describe("readings over an endpoint", () => {
  it("finds what its label search finds, and says which kind of thing each is", async () => {
    const { store } = await endpoint();
    const { capabilities } = await createKnowledgeBaseEnvironment({ id: "kb", store });
    const find = async (words: string) =>
      (await capabilities.readings?.find(words, undefined, 5, testContext())) ?? [];
    expect(await find("NYC")).toMatchObject([
      { kind: "entity", likeness: "same", replacement: "New York", token: { is: "entity" } },
    ]);
    expect(await find("films")).toMatchObject([{ kind: "class", likeness: "form" }]);
    expect(await find("runtime")).toMatchObject([{ kind: "attribute", likeness: "same" }]);
    expect(await find("Zanzibar")).toEqual([]);
  });
});
