import { oraclePolicy } from "../../src/agent/policies/oracle-policy.ts";
import { ask } from "../../src/ask.ts";
import { createKnowledgeBaseEnvironment } from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { BenchmarkSet, Scored } from "../../src/evaluation/benchmark/benchmark.ts";
import { openStore } from "../../src/open-store.ts";

/** The environment over a file of triples, its names indexed. */
export async function openGraph(path: string, cacheFolder: string, vocabulary?: Vocabulary) {
  const { signal } = new AbortController();
  const store = await openEmbeddedStore({
    path,
    cacheFolder,
    signal,
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
  await store.preparation?.prepare({ signal });
  return await createKnowledgeBaseEnvironment({ id: "kb", store });
}

/** What the answers of the oracle are scored, by task; the programs are run over the one file of each task's place. */
export async function oracleScored(
  set: BenchmarkSet,
  { cacheFolder, vocabulary }: { readonly cacheFolder: string; readonly vocabulary?: Vocabulary },
): Promise<Readonly<Record<string, Scored>>> {
  const scored: Record<string, Scored> = {};
  for (const task of set.tasks) {
    const environment = await openGraph(set.places[task.place]?.targets[0] ?? "", cacheFolder, vocabulary);
    const store = await openStore();
    const run = await ask({
      environments: [environment],
      policy: oraclePolicy(() => task.oracle),
      question: task.question,
      store,
      limits: { steps: 60 },
      actLimits: { rows: 2, characters: 20_000, milliseconds: 10_000 },
    });
    scored[task.id] = await set.score(
      { task, run },
      {
        environments: [environment],
        signal: new AbortController().signal,
        milliseconds: 30_000,
        kept: (sha256) => store.artifacts.get(sha256, { id: "local" }),
      },
    );
    await environment.close();
  }
  return scored;
}
