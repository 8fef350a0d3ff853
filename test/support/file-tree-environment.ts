import { z } from "zod";
import { defineEnvironment } from "../../src/environment/define-environment.ts";
import { observe, refuse, toolFor } from "../../src/environment/define-tool.ts";
import type { Environment } from "../../src/environment/environment.ts";

const state = z.object({ folder: z.string(), chosen: z.array(z.string()) });
const tool = toolFor<z.infer<typeof state>>();
const output = z.object({ files: z.array(z.string()) });
const seen = (files: string[]) => observe(files.length > 0 ? files : ["none"], { files });

/** Files by their path: an environment of a kind that Fuxi does not know. The answer is the files that were chosen. */
export function fileTreeEnvironment(files: Readonly<Record<string, string>>, id = "files"): Environment {
  const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
  const inside = (folder: string) => Object.keys(files).filter((path) => path.startsWith(folder));
  const find = tool({
    ...{ name: "find_text", description: "Lists the files of the folder that contain a text.", output },
    group: "navigational",
    input: z.strictObject({ text: z.string() }),
    run: async ({ text }, { state }) =>
      seen(inside(state.folder).filter((path) => files[path]?.includes(text))),
  });
  const enter = tool({
    ...{ name: "enter_folder", description: "Goes into a folder, such as `notes/`.", output },
    input: z.strictObject({ folder: z.string() }),
    run: async ({ folder }, { state }) => {
      if (!folders.includes(folder))
        return refuse("engine-refused", `There is no ${folder}.`, folder, folders);
      return { observation: seen([folder]), state: { ...state, folder } };
    },
  });
  const choose = tool({
    ...{ name: "choose_file", description: "Adds a file of the folder to the answer.", output },
    prerequisites: ["enter_folder"],
    input: z.strictObject({ file: z.string() }),
    run: async ({ file }, { state: { folder, chosen } }) => {
      if (folder === "") return refuse("prerequisite-missing", "First enter_folder.");
      const known = inside(folder);
      if (!known.includes(file)) return refuse("engine-refused", `There is no ${file}.`, file, known);
      return { observation: seen([file]), state: { folder, chosen: [...chosen, file] } };
    },
  });
  return defineEnvironment({
    ...{ id, kind: "file-tree", state, tools: [find, enter, choose] },
    instructions: "Answer by choosing files.",
    empty: () => ({ folder: "", chosen: [] }),
    describe: async () => ({ text: `Folders: ${folders.join(", ")}` }),
    conclude: async ({ text }, { state: { chosen } }) => {
      if (text && !chosen.includes(text)) return refuse("no-answer", `${text} was not chosen.`);
      if (chosen.length === 0) return refuse("no-answer", "No file was chosen.");
      return { answer: { text: chosen.join(", ") }, evidence: { preview: chosen } };
    },
  });
}
