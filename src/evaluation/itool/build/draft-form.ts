import { z } from "zod";

/** What a model writes for a query whose name was dropped, blurred or shortened. */
export const draftForm = z.object({
  query: z.string().describe("The query as it is now."),
  words: z
    .array(z.string())
    .describe("The words that now stand for the name, exactly as they stand in your query."),
  question: z.string().describe("The one question that a good assistant asks about them."),
  about: z
    .array(z.string())
    .describe("Up to four single words of which such a question would hold one: what kind of thing it is."),
});

export const WRITER = `You write test queries for assistants that answer from an API. You are given a clear query and the name that its writer has in mind. Change the query as said below, in the words of an ordinary person, and change nothing else in it: what is asked for stays the same.`;

export function aboutName(query: string, intended: string): string {
  return `Query: ${query}\nThe name in it: ${intended}`;
}
