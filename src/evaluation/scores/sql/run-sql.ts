import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactStore } from "../../../environment/artifact-store.ts";
import type { SqlRows } from "../../../environment/capabilities.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ScoreContext } from "../../benchmark/benchmark.ts";

/** More than any gold result of the published sets has, and still few enough for memory. */
const MOST_ROWS = 1_000_000;

/** What came of a query: all its rows, or why it has none. */
export type Ran =
  | (SqlRows & { readonly milliseconds: number; readonly failure?: never })
  | { readonly failure: string };

/** Nothing is put there: a query beside the tools hands its rows over as they are. */
const NO_ARTIFACTS: ArtifactStore = {
  put: noArtifacts,
  get: noArtifacts,
  sweep: async () => 0,
  close: async () => {},
};

async function noArtifacts(): Promise<never> {
  throw new FuxiError("internal", "A query of a score wanted to keep an artifact.");
}

/**
 * Runs a query beside the tools: whole cells, a million rows, the score's own time limit.
 * @throws FuxiError `cancelled`, `engine-unavailable`: nothing that the query could help
 */
export async function runSql(sql: string, environment: Environment, context: ScoreContext): Promise<Ran> {
  const capability = environment.capabilities.sql;
  if (capability === undefined) {
    throw new FuxiError(
      "usage",
      `The environment "${environment.id}" runs no SQL, so that it cannot be scored by it.`,
    );
  }
  const { signal, milliseconds } = context;
  const act: ActContext = {
    principal: { id: "evaluation" },
    signal,
    limits: { rows: MOST_ROWS, characters: Number.MAX_SAFE_INTEGER, milliseconds },
    artifacts: NO_ARTIFACTS,
  };
  const started = performance.now();
  try {
    const rows = await capability.query(sql, { maxRows: MOST_ROWS }, act);
    return { ...rows, milliseconds: performance.now() - started };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "engine-timeout") {
      return { failure: `it ran over ${(milliseconds / 1000).toLocaleString("en")} s` };
    }
    if (FuxiError.isInstance(error) && error.code === "engine-error")
      return { failure: firstLine(error.message) };
    throw error;
  }
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
