import { z } from "zod";
import type { Environment } from "../../src/environment/environment.ts";
import { refusedAction } from "../../src/environment/read-arguments.ts";
import { readState } from "../../src/environment/read-state.ts";
import type { Tool } from "../../src/environment/tool.ts";
import type { FailureCode } from "../../src/environment/tool-failure.ts";
import { nearestNames } from "../../src/util/nearest-names.ts";

const STATE = z.object({ folder: z.string(), chosen: z.array(z.string()) });
const define = (name: string, argument: string, description: string, needs: string[] = []): Tool => {
  const properties = { [argument]: { type: "string" } };
  const inputSchema = { type: "object", properties, required: [argument], additionalProperties: false };
  const outputSchema = { type: "object", properties: { files: { type: "array" } }, required: ["files"] };
  const kind = { group: "functional", workspace: "writes", effect: "none" } as const;
  return { name, description, ...kind, prerequisites: needs, inputSchema, outputSchema };
};
const find = define("find_text", "text", "Lists the files of the folder that contain a text.");
const enter = define("enter_folder", "folder", "Goes into a folder, such as `notes/`.");
const choose = define("choose_file", "file", "Adds a file of the folder to the answer.", [enter.name]);
const tools: Tool[] = [{ ...find, group: "navigational", workspace: "reads" }, enter, choose];
const fail = (code: FailureCode, message: string, word = "", known: readonly string[] = []) => {
  const suggestions = nearestNames(word, known, { limit: 3 }).map(({ name }) => ({ text: name }));
  return { failure: { code, message, suggestions } };
};

/** Files by their path: an environment of a kind that Fuxi does not know. The answer is the files that were chosen. */
export function fileTreeEnvironment(files: Readonly<Record<string, string>>, id = "files"): Environment {
  const kind = "file-tree";
  const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
  return {
    ...{ id, kind, tools, capabilities: {}, instructions: "Answer by choosing files." },
    close: async () => {},
    describe: async () => ({ text: `Folders: ${folders.join(", ")}` }),
    openWorkspace: async () => ({ environment: id, kind, version: 1, state: { folder: "", chosen: [] } }),
    act: async (workspace, action, context) => {
      const { folder, chosen } = readState(STATE, workspace, id, context);
      const failure = refusedAction(tools, action);
      if (failure) return { failure };
      const word = String(Object.values(action.arguments)[0]);
      const inside = Object.keys(files).filter((path) => path.startsWith(folder));
      const found = inside.filter((path) => files[path]?.includes(word));
      const data = { files: action.tool === find.name ? found : [word] };
      const observation = { text: data.files.join("\n") || "none", data, warnings: [], notes: [] };
      if (action.tool === find.name) return { workspace, observation };
      const entering = action.tool === enter.name;
      if (!entering && folder === "") return fail("prerequisite-missing", "First enter_folder.");
      const known = entering ? folders : inside;
      if (!known.includes(word)) return fail("engine-refused", `There is no ${word}.`, word, known);
      const state = entering ? { folder: word, chosen } : { folder, chosen: [...chosen, word] };
      return { workspace: { ...workspace, version: workspace.version + 1, state }, observation };
    },
    conclude: async (workspace, { text }, context) => {
      const { chosen } = readState(STATE, workspace, id, context);
      if (text && !chosen.includes(text)) return fail("no-answer", `${text} was not chosen.`);
      if (chosen.length === 0) return fail("no-answer", "No file was chosen.");
      return { answer: { text: chosen.join(", ") }, evidence: { environment: id, kind, preview: chosen } };
    },
  };
}
