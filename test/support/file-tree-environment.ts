import { z } from "zod";
import type { ActContext } from "../../src/environment/act-context.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { FailureCode } from "../../src/environment/failure-codes.ts";
import type { Tool } from "../../src/environment/tool.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import { nearestNames } from "../../src/util/nearest-names.ts";

type Draft = { folder?: string; chosen: string[] };
const INPUTS: Record<string, [about: string, argument: string, writes: boolean, after: string[]]> = {
  find_text: ["Lists the files that contain a text.", "text", false, []],
  enter_folder: ["Goes into a folder, such as `notes/`.", "folder", true, []],
  choose_file: ["Adds a file of the folder to the answer.", "file", true, ["enter_folder"]],
};
const inputOf = (argument: string) => z.strictObject({ [argument]: z.string() });
const tools = Object.entries(INPUTS).map(
  ([name, [description, argument, writes, prerequisites]]): Tool => ({
    ...{ name, description, prerequisites, effect: "none" },
    ...{ group: writes ? "functional" : "navigational", workspace: writes ? "writes" : "reads" },
    inputSchema: z.toJSONSchema(inputOf(argument)) as Tool["inputSchema"],
    outputSchema: { type: "object", properties: { files: { type: "array", items: { type: "string" } } } },
  }),
);
const failure = (code: FailureCode, message: string, near: readonly { name: string }[] = []) => ({
  failure: { code, message, suggestions: near.map(({ name }) => ({ text: name })) },
});

/** Files by their path: an environment of a kind that Fuxi does not know. The answer is the files that were chosen. */
export function fileTreeEnvironment(files: Readonly<Record<string, string>>, id = "files"): Environment {
  const folders = [...new Set(Object.keys(files).map((path) => path.slice(0, path.lastIndexOf("/") + 1)))];
  const enter = ({ signal }: ActContext, workspace?: Workspace): Draft => {
    if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    if (workspace === undefined) return { chosen: [] };
    if (workspace.environment === id && Array.isArray(workspace.state.chosen))
      return workspace.state as Draft;
    throw new FuxiError("workspace-invalid", "The workspace belongs to another environment.");
  };
  return {
    ...{ id, kind: "file-tree", tools, capabilities: {}, instructions: "Answer by choosing files." },
    describe: async () => ({ text: `Folders: ${folders.join(", ")}` }),
    openWorkspace: async () => ({ environment: id, kind: "file-tree", version: 1, state: { chosen: [] } }),
    act: async (workspace, { tool, arguments: given }, context) => {
      const draft = enter(context, workspace);
      const names = tools.map(({ name }) => name);
      const [, argument = "", writes, after = []] = INPUTS[tool] ?? [];
      if (argument === "")
        return failure("unknown-tool", `No tool ${tool}.`, nearestNames(tool, names, { limit: 3 }));
      const input = inputOf(argument).safeParse(given);
      if (!input.success) return failure("invalid-arguments", z.prettifyError(input.error));
      if (after.length > 0 && draft.folder === undefined)
        return failure("prerequisite-missing", "First enter_folder.");
      const value = input.data[argument] ?? "";
      const inside = Object.keys(files).filter((path) => path.startsWith(draft.folder ?? ""));
      const known = tool === "enter_folder" ? folders : tool === "choose_file" ? inside : [value];
      if (!known.includes(value))
        return failure("engine-refused", `There is no ${value}.`, nearestNames(value, known, { limit: 3 }));
      const chosen = tool === "choose_file" ? [...new Set([...draft.chosen, value])] : draft.chosen;
      const state = tool === "enter_folder" ? { folder: value, chosen } : { ...draft, chosen };
      const found = writes ? chosen : inside.filter((path) => files[path]?.includes(value));
      const observation = {
        text: found.join("\n") || "none",
        data: { files: found },
        warnings: [],
        notes: [],
      };
      return {
        workspace: writes ? { ...workspace, version: workspace.version + 1, state } : workspace,
        observation,
      };
    },
    conclude: async (workspace, { text }, context) => {
      const { chosen } = enter(context, workspace);
      if (text !== undefined && !chosen.includes(text))
        return failure("no-answer", `${text} was not chosen.`);
      if (chosen.length === 0) return failure("no-answer", "No file was chosen.");
      const evidence = { environment: id, kind: "file-tree", preview: chosen };
      return { answer: { text: chosen.join(", "), value: chosen.length }, evidence };
    },
    close: async () => {},
  };
}
