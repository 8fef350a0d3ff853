import type { ActContext } from "../../src/environment/act-context.ts";
import { createDatabaseEnvironment } from "../../src/environments/database/index.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { type Replay, replayQuestion } from "../oracle/replay-question.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

/** One query, given whole to `check_query` and then clause by clause. */
export interface Replayed {
  readonly sql: string;
  readonly replay: Replay;
  /** Code and message of the failure of `check_query`. */
  readonly refused?: string;
  /** Codes and messages of the warnings of `check_query`. */
  readonly warned: readonly string[];
}

export async function replayAll(
  loaded: LoadedDatabase,
  golds: readonly { readonly question: string; readonly sql: string }[],
  descriptionsFolder?: string,
): Promise<readonly Replayed[]> {
  const environment = await createDatabaseEnvironment({
    id: "db",
    driver: await loaded.open(),
    cacheFolder: "",
    indexMode: "memory",
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  });
  const context: ActContext = {
    principal: { id: "bench" },
    signal: new AbortController().signal,
    limits: { rows: 100, characters: 20_000, milliseconds: 30_000 },
    artifacts: memoryArtifactStore(),
  };
  try {
    await environment.index.ensureBuilt({ signal: context.signal });
    const replayed: Replayed[] = [];
    for (const gold of golds) {
      const workspace = await environment.openWorkspace({ question: gold.question }, context);
      const action = { environment: "db", tool: "check_query", arguments: { query: gold.sql } };
      const { failure, observation } = await environment.act(workspace, action, context);
      replayed.push({
        sql: gold.sql,
        replay: await replayQuestion(environment, loaded.reference, gold, context),
        ...(failure === undefined ? {} : { refused: `${failure.code}: ${failure.message}` }),
        warned: (observation?.warnings ?? []).map(({ code, message }) => `${code}: ${message}`),
      });
    }
    return replayed;
  } finally {
    await environment.close();
  }
}
