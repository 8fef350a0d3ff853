import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withEntities } from "../../../src/evaluation/run/run-item.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { openGraph } from "../../support/oracle-scored.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const file = join(folder, "films.txt");
writeFileSync(file, "The Lamp|directed_by|Ada Moor\n");

describe("a question with its entities", () => {
  it("names each by its label and the identifier that the tools take", async () => {
    const environment = await openGraph(file, folder);
    const entities = [{ name: "The Lamp" }, { name: "Kerosene", id: "m.04b5j" }, { name: "the lamp" }];
    const task = await withEntities({ question: "Who?", entities }, [environment], testContext());
    expect(task).toEqual({
      question: "Who?",
      oracleKnowledge: "Entities: [The Lamp (e:The_Lamp), Kerosene (m.04b5j), the lamp]",
    });
    const workspace = await environment.openWorkspace(task, testContext());
    const action = {
      environment: "kb",
      tool: "get_relations",
      arguments: { variable: "The Lamp (e:The_Lamp)" },
    };
    expect((await environment.act(workspace, action, testContext())).failure).toBeUndefined();
    await environment.close();
  });

  it("keeps what is known with the question, and leaves one without entities as it is", async () => {
    const known = { question: "Who?", oracleKnowledge: "It is a lamp." };
    expect(await withEntities({ ...known, entities: [{ name: "A", id: "a" }] }, [], testContext())).toEqual({
      question: "Who?",
      oracleKnowledge: "It is a lamp.\nEntities: [A (a)]",
    });
    expect(await withEntities(known, [], testContext())).toEqual(known);
    expect(await withEntities({ ...known, entities: [] }, [], testContext())).toEqual(known);
  });
});
