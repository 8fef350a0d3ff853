import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oraclePolicy } from "../../../src/agent/policies/oracle-policy.ts";
import { react } from "../../../src/agent/strategies/react.ts";
import type { OpenPlace } from "../../../src/evaluation/benchmark/benchmark.ts";
import { metaqaBenchmark } from "../../../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import { runEvaluation } from "../../../src/evaluation/run/run-evaluation.ts";
import { withEntities } from "../../../src/evaluation/run/run-item.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { openGraph } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { memoryStores } from "../../support/things-run.ts";
import { REACT, thingsManifest } from "../../support/things-set.ts";

const folder = temporaryFolder();
/** More than a result shows. */
const FILMS = Array.from({ length: 150 }, (_, index) => `Film ${index + 1}`);
writeFileSync(join(folder, "kb.txt"), FILMS.map((film) => `${film}|directed_by|Ada Moor\n`).join(""));
writeFileSync(
  join(folder, "1hop_dev.jsonl"),
  `${JSON.stringify({ id: "all", question: "what did Ada Moor make", entity: "Ada Moor", relations: ["^directed_by"], answers: FILMS })}\n`,
);

const openPlace: OpenPlace = async ({ targets: [path = ""] }) => {
  const environment = await openGraph(path, folder);
  return { environments: [environment], close: () => environment.close() };
};

describe("a run over a knowledge base", () => {
  it("scores more members than a result shows, and is told the entities only where they are given", async () => {
    const set = await metaqaBenchmark.load({ folder, cacheFolder: folder });
    const stores = memoryStores();
    const configurations = [
      { ...REACT, id: "gold", decider: "oracle" as const, entities: "gold" as const },
      { ...REACT, id: "linked", decider: "oracle" as const },
    ];
    const { records } = await runEvaluation({
      id: "run",
      manifest: { ...thingsManifest(set, { configurations, prices: {} }), checksums: set.checksums },
      set,
      openPlace,
      decide: (_, task) => ({ policy: oraclePolicy(() => task.oracle), strategy: react() }),
      stores,
      principal: { id: "somebody" },
    });
    expect(records.map(({ configuration, scores }) => [configuration, scores])).toEqual([
      ["gold", { f1: 1, "hits@1": 1, em: 1, va: 1 }],
      ["linked", { f1: 1, "hits@1": 1, em: 1, va: 1 }],
    ]);
    const asked = await Promise.all(
      records.map(async ({ run }) => {
        const [started] = await stores.trajectories.read(run, { id: "somebody" });
        return started?.type === "run-started" ? started.task.oracleKnowledge : undefined;
      }),
    );
    expect(asked).toEqual(["Entities: [Ada Moor (e:Ada_Moor)]", undefined]);
  });
});

const lamps = temporaryFolder();
const file = join(lamps, "films.txt");
writeFileSync(file, "The Lamp|directed_by|Ada Moor\n");

describe("a question with its entities", () => {
  it("names each by its label and the identifier that the tools take", async () => {
    const environment = await openGraph(file, lamps);
    const entities = [{ name: "The Lamp" }, { name: "Kerosene", id: "m.04b5j" }, { name: "the lamp" }];
    const task = await withEntities({ question: "Who?", entities }, [environment], testContext());
    expect(task).toEqual({
      question: "Who?",
      oracleKnowledge: "Entities: [The Lamp (e:The_Lamp), Kerosene (m.04b5j), the lamp]",
    });
    const workspace = await environment.openWorkspace(task, testContext());
    const action = {
      environment: "kb",
      tool: "get_relations",
      arguments: { variable: "The Lamp (e:The_Lamp)" },
    };
    expect((await environment.act(workspace, action, testContext())).failure).toBeUndefined();
    await environment.close();
  });

  it("keeps what is known with the question, and leaves one without entities as it is", async () => {
    const known = { question: "Who?", oracleKnowledge: "It is a lamp." };
    expect(await withEntities({ ...known, entities: [{ name: "A", id: "a" }] }, [], testContext())).toEqual({
      question: "Who?",
      oracleKnowledge: "It is a lamp.\nEntities: [A (a)]",
    });
    expect(await withEntities(known, [], testContext())).toEqual(known);
    expect(await withEntities({ ...known, entities: [] }, [], testContext())).toEqual(known);
  });
});
