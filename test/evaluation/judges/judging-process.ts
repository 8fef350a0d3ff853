import { type Judging, judgeStored } from "../../../src/evaluation/judges/judge-stored.ts";
import { createModel } from "../../../src/model/providers/create-model.ts";
import { sqliteWorkStore } from "../../support/stores.ts";
import { material } from "./judge-replies.ts";

export interface JudgingProcess {
  readonly store: string;
  readonly model: string;
  readonly runs: number;
  readonly concurrency: number;
  /** Nothing of the runs may be told to a model. */
  readonly isWithheld?: boolean;
}

/** Judges made-up runs, or goes on with it. */
export async function judgeMadeUp({ store, model, runs, concurrency, isWithheld }: JudgingProcess) {
  const items = Array.from({ length: runs }, (_, at) => `react/t${at}/0`);
  const judging: Judging = {
    run: "made-up",
    items,
    reviewers: ["judge", "judge"],
    metaReviewers: ["judge"],
    temperature: 0.7,
    withDescription: true,
  };
  const work = sqliteWorkStore(store);
  try {
    return await judgeStored({
      judging,
      runs: items.map((item, at) => ({
        item,
        configuration: "react",
        task: `t${at}`,
        material: async () => (isWithheld === true ? undefined : material(`Answer ${at}.`)),
      })),
      models: new Map([["judge", await createModel({ name: "judge", baseUrl: model, environment: {} })]]),
      work,
      principal: { id: "tester" },
      prices: { judge: { input: 10, output: 100 } },
      concurrency,
      // Longer than a busy machine stands still: an item whose hold has ended is given to the next who asks, in the same process too.
      leaseMilliseconds: 3000,
      signal: new AbortController().signal,
    });
  } finally {
    await work.close();
  }
}

// As a program of its own.
if (import.meta.main) await judgeMadeUp(JSON.parse(process.argv[2] ?? "") as JudgingProcess);
