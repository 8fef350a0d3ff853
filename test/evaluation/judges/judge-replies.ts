import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { judgedMaterial } from "../../../src/evaluation/judges/judged-material.ts";
import { accepted, answered, eventsOf, started, thought } from "./judged-events.ts";

/** All that a request says. */
export function textOf({ prompt }: LanguageModelV4CallOptions): string {
  return prompt
    .map(({ content }) =>
      typeof content === "string"
        ? content
        : content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
    )
    .join("\n");
}

export const isMeta = (request: LanguageModelV4CallOptions): boolean => textOf(request).includes("Review 1");

export const verdict = (said: string, rationale = "Because.") => ({
  text: JSON.stringify({ rationale, verdict: said }),
  usage: { inputTokens: 100, outputTokens: 10 },
});

/** A run with a plan, a query and an answer. */
export const material = (answer = "Lyon sold most.") =>
  judgedMaterial(
    eventsOf([started(), thought("Sum sales by city."), accepted("SELECT city FROM sale"), answered(answer)]),
    { description: "CREATE TABLE sale (city TEXT, amount REAL)" },
  );

export const signal: AbortSignal = new AbortController().signal;
