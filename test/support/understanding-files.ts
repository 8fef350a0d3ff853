import type { NotUnderstood, PlannedStep, Understood } from "../../src/environment/capabilities.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { fileTreeEnvironment } from "./file-tree-environment.ts";
import { chooseFile, enterFolder, FILES } from "./run-fixture.ts";

export const BREAD_PLAN: readonly PlannedStep[] = [
  { thought: "Notes are in notes/.", action: enterFolder("notes/") },
  { thought: "Bread needs salt.", action: chooseFile("notes/bread.txt") },
];

export const understood = (plan: readonly PlannedStep[], confidence = 0.9): Understood => ({
  understood: true,
  plan,
  claim: {},
  confidence,
  assumptions: ["Notes are the files under notes/."],
});

/** The file tree with a reading of every question laid down beforehand; `onInterpret` is told of each time it is read. */
export function understandingFiles(
  reading: Understood | NotUnderstood = understood(BREAD_PLAN),
  { id = "files", onInterpret = () => {} }: { id?: string; onInterpret?: () => void } = {},
): Environment {
  return {
    ...fileTreeEnvironment(FILES, id),
    capabilities: {
      heuristics: {
        interpret: async () => {
          onInterpret();
          return reading;
        },
      },
    },
  };
}
