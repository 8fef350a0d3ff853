import { expect, it } from "vitest";
import { oraclePolicy } from "../../src/agent/policies/oracle-policy.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, runOptions } from "../support/run-fixture.ts";

it("keeps what an environment warns of with the accepted claim, and no member where it warns of nothing", async () => {
  const files = fileTreeEnvironment(FILES);
  const warnings = [{ code: "empty-result", message: "The file is empty.", suggestions: [] }] as const;
  const warning: Environment = {
    ...files,
    async conclude(workspace, claim, context) {
      const concluded = await files.conclude(workspace, claim, context);
      return concluded.failure === undefined ? { ...concluded, warnings } : concluded;
    },
  };
  const acceptedBy = async (environment: Environment) => {
    const policy = oraclePolicy({ actions: [enterFolder("notes/"), chooseFile("notes/soup.txt")] });
    const { events } = await runTask(runOptions([], { policy, environments: [environment] }));
    return events.find(({ type }) => type === "claim-accepted");
  };
  expect(await acceptedBy(warning)).toMatchObject({ answer: { text: "notes/soup.txt" }, warnings });
  expect(await acceptedBy(files)).not.toHaveProperty("warnings");
});
