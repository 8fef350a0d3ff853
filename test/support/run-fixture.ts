import { type Script, scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Action } from "../../src/environment/action.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import { fileTreeEnvironment } from "./file-tree-environment.ts";

export const FILES = {
  "notes/bread.txt": "flour water salt",
  "notes/soup.txt": "leek water",
  "letters/anna.txt": "dear anna, bring salt",
};

export const PRINCIPAL = { id: "tester" };

export const take = (tool: string, args: Record<string, string>, environment = "files"): Action => ({
  environment,
  tool,
  arguments: args,
});

export const findText = (text: string): Action => take("find_text", { text });
export const enterFolder = (folder: string): Action => take("enter_folder", { folder });
export const chooseFile = (file: string): Action => take("choose_file", { file });

/** Options of a run of `react` over the file tree with everything in memory. */
export function runOptions(script: Script, more: Partial<RunTaskOptions> = {}): RunTaskOptions {
  return {
    environments: [fileTreeEnvironment(FILES)],
    task: { question: "Which notes need salt?" },
    strategy: react(),
    policy: scriptedPolicy(script),
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    principal: PRINCIPAL,
    ...more,
  };
}
