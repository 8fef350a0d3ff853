import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { call, does } from "../support/call.ts";
import { type AnswersForm, connectMcp, type McpUnderTest, SETTINGS } from "../support/mcp-process.ts";

const TARGETS = ["sample:cinema", "sample:cinema-kb", "sample:cinema-api"];

const folder = temporaryFolder();

describe.each(SETTINGS)(
  "three environments at once over $transport with a client of $era",
  ({ transport, era }) => {
    const forms: string[] = [];
    let says: ReturnType<AnswersForm>;
    let mcp: McpUnderTest;
    beforeAll(async () => {
      const answers: AnswersForm = ({ message }) => {
        forms.push(message);
        return says;
      };
      mcp = await connectMcp({ transport, era, folder, args: TARGETS, answers });
    });
    afterAll(() => mcp[Symbol.asyncDispose]());

    it("hands members of a knowledge base over to a query without showing them to anyone", async () => {
      const { client } = mcp;
      const opened = await does(client, "open_workspace", {
        question: "How many films were made in the genre Western?",
      });
      for (const id of ["cinema", "cinema-kb", "cinema-api"]) expect(opened.text).toContain(`# ${id}`);
      const found = await does(client, "cinema-kb__find_entities", {
        workspace: opened.data["workspace"],
        text: "western",
      });
      const [first] = found.data["entities"] as readonly { id: string }[];
      const listed = await does(client, "cinema-kb__get_relations", {
        workspace: found.data["workspace"],
        variable: first?.id,
      });
      const [relation] = listed.data["relations"] as readonly { relation: string }[];
      const films = await does(client, "cinema-kb__get_neighbors", {
        workspace: listed.data["workspace"],
        variable: first?.id,
        relation: relation?.relation,
      });
      const variable = String(films.data["variable"]);
      const used = await does(client, "cinema__use_values", {
        workspace: films.data["workspace"],
        name: "western",
        values: `cinema-kb:${variable}.labels`,
      });
      expect(used.data["total"]).toBeGreaterThan(10);
      const answer = await does(client, "conclude", {
        workspace: used.data["workspace"],
        environment: "cinema",
        claim: "SELECT count(*) FROM western",
      });
      expect(answer.data["value"]).toBe(used.data["total"]);
    });

    const create = (workspace: unknown, name: string) => ({
      workspace,
      operation: "POST /lists",
      arguments: { name },
    });

    it("sends what changes something only with the person's leave, and says what was not sent", async () => {
      const { client } = mcp;
      const opened = await does(client, "open_workspace", {});
      says = undefined;
      const refused = await call(
        client,
        "cinema-api__call_operation",
        create(opened.data["workspace"], "Refused"),
      );
      expect(refused.failure?.code).toBe("not-permitted");
      expect(forms.at(-1)).toContain("Refused");
      says = { answer: "Yes, do it once" };
      const made = await does(
        client,
        "cinema-api__call_operation",
        create(opened.data["workspace"], "Rainy days"),
      );
      expect(made.data).toMatchObject({ status: 201 });
      says = undefined;
      const again = await call(
        client,
        "cinema-api__call_operation",
        create(made.data["workspace"], "Another"),
      );
      expect(again.failure?.code).toBe("not-permitted");
      const lists = await does(client, "cinema-api__call_operation", {
        workspace: made.data["workspace"],
        operation: "GET /my/lists",
      });
      expect(lists.text).toContain("Rainy days");
      expect(lists.text).not.toMatch(/Refused|Another/u);
    });
  },
);
