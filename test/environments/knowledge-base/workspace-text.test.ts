import { describe, expect, it } from "vitest";
import { WORKSPACE_TEXT_CHARACTERS, type Workspace } from "../../../src/environment/workspace.ts";

import { Session } from "./fixture-environment.ts";

const told = ({ environment, workspace }: Session) => environment.workspaceText?.(workspace);

describe("what the workspace of a knowledge base holds", () => {
  it("is nothing at first, and then what names stand for and what was listed", async () => {
    const session = await Session.open("Which films?");
    expect(told(session)).toBe("");
    await session.take("find_entities", { text: "Nobody" });
    expect(told(session)).toBe("Searched for: Nobody");
    await session.take("get_relations", { variable: "Michael Mann" });
    expect(told(session)).toBe(
      'Names: "Michael Mann" is mann\nRelations listed of: mann\nSearched for: Nobody',
    );
  });

  it("are variables with size, kind, classes and the action that made them, as it can be written again", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    await session.take("get_attributes", { variable: "#0" });
    await session.take("values", { variable: "#0", attribute: "runtime" });
    await session.take("count", { variable: "#0" });
    expect(told(session)).toBe(
      [
        '#0: 3 entities (Film, Documentary), by get_neighbors(variable="mann", relation="^director")',
        '#1: 3 numbers, by values(variable="#0", attribute="runtime")',
        '#2: 1 number, by count("#0")',
        "Relations listed of: mann",
        "Attributes listed of: #0",
      ].join("\n"),
    );
  });

  it("are the newest variables, the others counted, within the bound", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    const [first] = session.workspace.state.variables as [object];
    const long = {
      ...first,
      tool: "query_sparql",
      arguments: { query: "SELECT ?x { ?x ?y ?z }\n".repeat(40) },
    };
    const holding = (variables: readonly object[]): Workspace => ({
      ...session.workspace,
      state: { ...session.workspace.state, variables: variables as never },
    });
    const { environment } = session;
    const thirty = environment.workspaceText?.(holding(Array(30).fill(first))) ?? "";
    expect(thirty.split("\n")[0]).toBe("… 10 older variables left out");
    expect(thirty.split("\n")).toHaveLength(21);
    expect(thirty).toContain('#29: 8 entities (Film, Documentary), by instances("Film")');
    const many = environment.workspaceText?.(holding(Array(200).fill(long))) ?? "";
    expect(many.length).toBeLessThanOrEqual(WORKSPACE_TEXT_CHARACTERS);
    expect(many).toContain("#199: ");
  });
});
