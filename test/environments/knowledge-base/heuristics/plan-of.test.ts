import { describe, expect, it } from "vitest";
import type { Heuristics } from "../../../../src/environment/capabilities.ts";
import { createKnowledgeBaseEnvironment } from "../../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import {
  type StoreErrorKind,
  TripleStoreError,
} from "../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { environmentOf, storeOf } from "./ask-graph.ts";
import { LIBRARY } from "./worlds.ts";

type Interpretation = Awaited<ReturnType<Heuristics["interpret"]>>;

async function planned(question: string): Promise<Interpretation | undefined> {
  const environment = await environmentOf(LIBRARY);
  const context = testContext({ artifacts: memoryArtifactStore() });
  return environment.capabilities.heuristics?.interpret({ question }, context);
}

describe("the plan of a question", () => {
  it("lists relations before it follows one, and claims the last variable", async () => {
    const reading = await planned("Who illustrated the books written by Paula Voss?");
    expect(reading).toMatchObject({ understood: true, claim: { text: "#1" } });
    const plan = reading?.understood ? reading.plan : [];
    expect(plan.map(({ action }) => [action.tool, action.arguments.variable])).toEqual([
      ["get_relations", "m:Paula_Voss"],
      ["get_neighbors", "m:Paula_Voss"],
      ["get_relations", "#0"],
      ["get_neighbors", "#0"],
    ]);
    expect(plan.every(({ thought }) => thought.endsWith("."))).toBe(true);
  });

  it("says how words were read that are not those of the data", async () => {
    const reading = await planned("Who wrote Harbour?");
    expect(reading?.understood && reading.assumptions).toEqual(['"wrote" was read as author.']);
  });

  it("is not made where the store refuses to look words up, and a store that is gone ends the run", async () => {
    const context = testContext({ artifacts: memoryArtifactStore() });
    const failing = async (kind: StoreErrorKind) => {
      const store: TripleStore = {
        ...(await storeOf(LIBRARY)),
        schema: () => Promise.reject(new TripleStoreError({ kind, engineMessage: "no" })),
      };
      const { capabilities } = await createKnowledgeBaseEnvironment({ id: "kb", store });
      return capabilities.heuristics?.interpret({ question: "Who wrote Harbour?" }, context);
    };
    expect(await failing("time-limit")).toMatchObject({ understood: false, words: [] });
    await expect(failing("unavailable")).rejects.toBeInstanceOf(TripleStoreError);
  });

  it("that cannot be made names the words that nothing is called by, not those of the grammar", async () => {
    const words = async (question: string) => {
      const reading = await planned(question);
      return reading?.understood === false ? reading.words : undefined;
    };
    expect(await words("Which zebras called Paula are among the authors?")).toEqual(["zebras"]);
    expect(await words("Books titled Harbour among the authors?")).not.toContain("among");
  });

  it("is the same each time", async () => {
    const question = "Which books were written by Nora Quist and illustrated by Tomas Reed?";
    expect(await planned(question)).toEqual(await planned(question));
  });
});
