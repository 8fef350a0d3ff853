import { expect, it } from "vitest";
import { configurationsOf } from "../../../src/evaluation/run/run-plan.ts";
import { REACT } from "../../support/things-set.ts";

it("names what ranks triples only where triples are ranked", () => {
  const { decider, withoutTools, without, errorFeedback, entities, oracleKnowledge, sampling } = REACT;
  const shared = { decider, withoutTools, without, errorFeedback, entities, oracleKnowledge, sampling };
  const sweep = {
    strategies: ["react", "triples-prompt"],
    models: ["server/scripted"],
    sampleRows: [0],
    triples: [10, 50],
    steps: [15],
    shots: [0],
    asking: [{ ask: false }],
  };
  const made = configurationsOf(sweep, { ...shared, embedding: "server/small" });
  expect(made.map(({ id, embedding }) => [id, embedding])).toEqual([
    ["react", undefined],
    ["triples-prompt triples=10", "server/small"],
    ["triples-prompt triples=50", "server/small"],
  ]);
});
