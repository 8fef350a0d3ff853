import type { Script, ScriptedReply } from "../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../src/environment/permitted-action.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES, runOptions, take } from "../support/run-fixture.ts";

const option = (tool: string, argument: string, value: string, environment: string): PermittedAction => ({
  type: "action",
  action: take(tool, { [argument]: value }, environment),
  label: `${tool}(${value})`,
});

/** The file tree with rules: before a folder is entered only folders, then its files, and always a text to be found. */
export function ruledFiles(id = "files"): Environment {
  const search: PermittedSlot = {
    type: "slot",
    environment: id,
    tool: "find_text",
    arguments: {},
    argument: "text",
    constraint: { type: "string", description: "A word." },
    label: "find_text(…)",
  };
  return {
    ...fileTreeEnvironment(FILES, id),
    permittedActions: async ({ state }, { limit }) => {
      const folder = String(state["folder"]);
      const choices =
        folder === ""
          ? ["letters/", "notes/"].map((name) => option("enter_folder", "folder", name, id))
          : Object.keys(FILES)
              .filter((path) => path.startsWith(folder))
              .map((path) => option("choose_file", "file", path, id));
      return [...choices, search].slice(0, limit);
    },
  };
}

/** Options of a run of `decoupled` over the ruled file tree. */
export function decoupledOptions(script: Script, more: Partial<RunTaskOptions> = {}): RunTaskOptions {
  return runOptions(script, { strategy: decoupled(), environments: [ruledFiles()], ...more });
}

/** A script by the id of the command that keeps what was asked. */
export function askedScript(replies: Readonly<Record<string, ScriptedReply>>) {
  const asked: PolicyRequest[] = [];
  const script: Script = (request, { command }) => {
    asked.push(request);
    return replies[command] ?? { unanswerable: { reason: `nothing for ${command}`, words: [] } };
  };
  return { asked, script };
}
