import { expect, it } from "vitest";
import { WORKSPACE_TEXT_CHARACTERS, type Workspace } from "../../../src/environment/workspace.ts";

import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { cinemaApiEnvironment } from "./cinema-api-environment.ts";

it("what the workspace of an API holds are responses with their calls, and what was read from them", async () => {
  const environment = await cinemaApiEnvironment();
  try {
    let workspace: Workspace = await environment.openWorkspace(undefined, testContext());
    const context = testContext();
    const take = async (tool: string, given: JsonObject) => {
      const result = await environment.act(
        workspace,
        { environment: environment.id, tool, arguments: given },
        context,
      );
      workspace = result.workspace ?? workspace;
      return result.failure;
    };
    expect(environment.workspaceText?.(workspace)).toBe("");
    await take("call_operation", {
      operation: "GET /search/films",
      arguments: { query: "ferryman bargate" },
    });
    await take("extract", { response: "r1", expression: "results.id" });
    expect(environment.workspaceText?.(workspace)).toBe(
      'r1 = GET /search/films {"query":"ferryman bargate"} (200)\ne1 of r1 by results.id: 11340',
    );
    await take("extract", { response: "r1", program: "data.results.map(film => film.id)" });
    expect(environment.workspaceText?.(workspace)).toMatch(
      /e2 of r1 by data\.results\.map\(film => film\.id\): a list of 1, \[11340\]$/u,
    );
    for (let at = 0; at < 30; at++) {
      await take("call_operation", { operation: "GET /search/films", arguments: { query: `q${at}` } });
      await take("extract", { response: "r1", expression: `results[id > ${at}].title` });
    }
    const text = environment.workspaceText?.(workspace) ?? "";
    expect(text.length).toBeLessThanOrEqual(WORKSPACE_TEXT_CHARACTERS);
    expect(text).toMatch(/^… \d+ older responses left out\n/u);
    expect(text).toContain("\nr31 = GET /search/films");
    expect(text).toMatch(/… \d+ older extractions left out\n/u);
    expect(text).toContain("\ne32 of r1 by results[id > 29].title: ");
  } finally {
    await environment.close();
  }
});
