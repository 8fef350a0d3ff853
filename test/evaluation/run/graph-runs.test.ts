import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oraclePolicy } from "../../../src/agent/policies/oracle-policy.ts";
import { react } from "../../../src/agent/strategies/react.ts";
import type { OpenPlace } from "../../../src/evaluation/benchmark/benchmark.ts";
import { metaqaBenchmark } from "../../../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import { runEvaluation } from "../../../src/evaluation/run/run-evaluation.ts";
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
