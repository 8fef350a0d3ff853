import { z } from "zod";
import { defineEnvironment } from "../../src/environment/define-environment.ts";
import { observe, toolFor } from "../../src/environment/define-tool.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { FailureCode } from "../../src/environment/tool-failure.ts";
import { nearestNames } from "../../src/util/nearest-names.ts";

const state = z.object({ folder: z.string(), chosen: z.array(z.string()) });
const tool = toolFor<z.infer<typeof state>>();
const output = z.object({ files: z.array(z.string()) });
const seen = (files: string[]) => observe(files.length > 0 ? files : ["none"], { files });
const fail = (code: FailureCode, message: string, word = "", known: readonly string[] = []) => {
  const suggestions = nearestNames(word, known, { limit: 3 }).map(({ name }) => ({ text: name }));
  return { failure: { code, message, suggestions } };
};

/** Files by their path: an environment of a kind that Fuxi does not know. The answer is the files that were chosen. */
export function fileTreeEnvironment(files: Readonly<Record<string, string>>, id = "files"): Environment {
  const kind = "file-tree";
  const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]*$/, "")))];
  const inside = (folder: string) => Object.keys(files).filter((path) => path.startsWith(folder));
  const find = tool({
    ...{ name: "find_text", description: "Lists the files of the folder that contain a text.", output },
    group: "navigational",
    input: z.strictObject({ text: z.string() }),
    run: async ({ text }, { state: { folder } }) => ({
      observation: seen(inside(folder).filter((path) => files[path]?.includes(text))),
    }),
  });
  const enter = tool({
    ...{ name: "enter_folder", description: "Goes into a folder, such as `notes/`.", output },
    group: "functional",
    input: z.strictObject({ folder: z.string() }),
    run: async ({ folder }, { state }) => {
      if (!folders.includes(folder)) return fail("engine-refused", `There is no ${folder}.`, folder, folders);
      return { observation: seen([folder]), state: { ...state, folder } };
    },
  });
  const choose = tool({
    ...{ name: "choose_file", description: "Adds a file of the folder to the answer.", output },
    group: "functional",
    prerequisites: ["enter_folder"],
    input: z.strictObject({ file: z.string() }),
    run: async ({ file }, { state: { folder, chosen } }) => {
      if (folder === "") return fail("prerequisite-missing", "First enter_folder.");
      const known = inside(folder);
      if (!known.includes(file)) return fail("engine-refused", `There is no ${file}.`, file, known);
      return { observation: seen([file]), state: { folder, chosen: [...chosen, file] } };
    },
  });
  return defineEnvironment({
    ...{ id, kind, state, tools: [find, enter, choose], instructions: "Answer by choosing files." },
    empty: () => ({ folder: "", chosen: [] }),
    describe: async () => ({ text: `Folders: ${folders.join(", ")}` }),
    conclude: async ({ text }, { state: { chosen } }) => {
      if (text && !chosen.includes(text)) return fail("no-answer", `${text} was not chosen.`);
      if (chosen.length === 0) return fail("no-answer", "No file was chosen.");
      return { answer: { text: chosen.join(", ") }, evidence: { environment: id, kind, preview: chosen } };
    },
  });
}
