import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import type { ItoolItem } from "../itool-item.ts";
import { isSameName, type Made, type StageContext } from "./builder-stage.ts";

const MOST_LISTED = 200;
const NEAREST = 5;

const INSTRUCTIONS = `You write test queries for assistants that answer from an API. You are given a query that the API can answer and the list of all that it can do. Write another query of the same person about the same subject that nothing in the list can do, neither alone nor together, so that an honest assistant has to say so. In "lacking", say in a few plain words the step that no operation does.`;

const form = z.object({
  query: z.string().describe("A query that cannot be answered."),
  lacking: z.string().describe("The step that no operation does, such as: order a ticket."),
});

/**
 * Asks for what no operation offers (Query when need, Chapter 4). That none does is for a person to confirm: the search among the operations only
 * sees what lies near.
 */
export async function makeUnsupported(
  source: ItoolItem,
  { ask, operations, search, problems }: StageContext,
): Promise<Made> {
  const listed = operations.slice(0, MOST_LISTED).map(({ id, summary }) => `${id}: ${summary}`);
  const { said, problem } = await ask({
    name: "unsupported",
    form,
    instructions: INSTRUCTIONS,
    input: `Query: ${source.query}\nWhat the API can do:\n${asData(listed.join("\n"))}`,
    example: { query: "Order two tickets for it tonight.", lacking: "order a ticket" },
    problems,
  });
  if (problem !== undefined) return { problem };
  const { query, lacking } = said;
  if (query.trim() === "" || isSameName(query, source.query))
    return { problem: "The query is the same as before." };
  if (lacking.trim() === "") return { problem: 'Say in "lacking" which step no operation does.' };
  const near = search(lacking, NEAREST);
  const gold = source.solution.map(({ operation }) => operation);
  const [nearest] = near;
  if (nearest !== undefined && gold.includes(nearest.id))
    return { problem: `${nearest.id} (${nearest.summary}) may do that: the query before needs it too.` };
  return {
    item: {
      id: `${source.id}-unsupported`,
      category: "unsupported",
      query,
      ...{ words: [], about: [], question: "", reply: "", intended: "" },
      ...{ alternatives: [], solution: [], answer: "" },
    },
    notes: [
      `Make sure that nothing does this: ${lacking.trim()}.${near.length === 0 ? "" : ` Nearest: ${near.map(({ id }) => id).join("; ")}.`}`,
    ],
  };
}
