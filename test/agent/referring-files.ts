import type { ReferencedValues } from "../../src/environment/act-context.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { REFERENCE_FORMAT } from "../../src/environment/references.ts";
import type { Tool } from "../../src/environment/tool.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";

const useValues: Tool = {
  name: "use_values",
  description: "Takes the values of a result of another environment.",
  group: "functional",
  inputSchema: {
    type: "object",
    properties: { values: { type: "string", format: REFERENCE_FORMAT } },
    required: ["values"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: {}, additionalProperties: true },
  prerequisites: [],
  workspace: "writes",
  effect: "none",
  onlyBesideOthers: true,
};

/** The file tree that hands over the files chosen in it, as `chosen`, and takes what others hand over, telling `onValues` of it. */
export function referringFiles(
  id: string,
  onValues: (values: ReferencedValues | undefined) => void = () => {},
): Environment {
  const inner = fileTreeEnvironment(FILES, id);
  const chosenIn = (state: unknown): readonly string[] => (state as { chosen: readonly string[] }).chosen;
  return {
    ...inner,
    tools: [...inner.tools, useValues],
    capabilities: {
      references: {
        examples: ["chosen"],
        list: async ({ state }) => {
          const total = chosenIn(state).length;
          return total === 0 ? [] : [{ name: "chosen", kind: "texts", total }];
        },
        read: async ({ state }, name, { artifacts, principal }) => {
          const chosen = chosenIn(state);
          if (name === "everything")
            return { failure: { code: "too-large", message: "Too many files.", suggestions: [] } };
          if (name !== "chosen" || chosen.length === 0)
            return { failure: { code: "unknown-reference", message: "Not here.", suggestions: [] } };
          const lines = new TextEncoder().encode(chosen.map((file) => `${JSON.stringify(file)}\n`).join(""));
          const put = { principal, mediaType: "application/jsonl", lifetimeSeconds: 60 };
          const values = await artifacts.put(lines, put);
          return { values: { kind: "texts", total: chosen.length, values } };
        },
      },
    },
    act: async (workspace, action, context) => {
      if (action.tool !== "use_values") return await inner.act(workspace, action, context);
      const values = context.references?.get(String(action.arguments["values"]));
      onValues(values);
      const observation = { text: `${values?.total} values`, data: {}, warnings: [], notes: [] };
      return { workspace: { ...workspace, version: workspace.version + 1 }, observation };
    },
  };
}
