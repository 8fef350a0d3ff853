import { afterAll, beforeAll } from "vitest";
import {
  type RecordedRequest,
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import type { Cli, CliResult } from "./cli-fixture.ts";

export interface ScriptedCli {
  /** Runs a command with a model that says these turns in order, from the first. */
  run(turns: readonly ServerTurn[], ...words: readonly string[]): Promise<CliResult>;
  /** The same with these environment variables. */
  with(env: NodeJS.ProcessEnv): Pick<ScriptedCli, "run">;
  /** What the model was sent in the last command. */
  requests(): readonly RecordedRequest[];
}

/** A command line whose model is a scripted server on loopback, for the tests of one file. */
export function scriptedCli(fuxi: Cli): ScriptedCli {
  let server: ScriptedOpenAiServer;
  let script: readonly ServerTurn[] = [];
  let before = 0;
  beforeAll(async () => {
    server = await startScriptedOpenAiServer(
      (_, index) => script[index - before] ?? { failure: { status: 400, message: "The script is over." } },
    );
  });
  afterAll(() => server.close());
  const runIn =
    (cli: Cli): ScriptedCli["run"] =>
    (turns, ...words) => {
      script = turns;
      before = server.requests.length;
      return cli(...words, "--model-url", server.url, "--model", "scripted");
    };
  return {
    run: runIn(fuxi),
    with: (env) => ({ run: runIn(fuxi.with(env)) }),
    requests: () => server.requests.slice(before),
  };
}
