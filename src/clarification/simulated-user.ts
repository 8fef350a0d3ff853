import { z } from "zod";
import { callModel } from "../model/call-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ClarificationReply } from "../trajectory/clarification.ts";
import type { UserProxy } from "./user-proxy.ts";

/** The model that plays the user, and what the user knows. */
export interface SimulatedUserOptions {
  /** Asked at temperature 0. */
  readonly model: LanguageModel;
  /** What the user asked. */
  readonly question: string;
  /** What the user has in mind and has not said, in a sentence or a name. */
  readonly intent: string;
}

const INSTRUCTIONS = `You play a person who has asked an assistant something and is now asked back. What you meant is given below, perhaps as statements about the data. Answer in a few everyday words, as that person would: only what is asked, never more than the question asks for. Where what is given bears on the question, answer from it, also if the question words it otherwise or offers it as a choice. You may be asked how your sentence is to be read: what a condition belongs to, whether "every" means each one's own or common to all, what is counted. Say what follows from what you meant ("all of them together", "only the plays"). You know names and everyday words, no identifiers, codes or technical terms. If you are asked for something else about what you meant that you were not given (its place, its year, a job), say its name: that tells which one it is. Never answer with a pattern such as Ann% or with a column's name; say it as people do. Only where nothing that you meant bears on the question, you do not know.

Reply with one JSON object and nothing else: {"answer": "…"}, or {"answer": null} where you do not know.`;

const reply = z.object({ answer: z.string().nullable() });

/**
 * A user played by a language model that knows the hidden intent, for measuring how well an agent asks. It declines questions that it cannot
 * answer; an unreadable reply counts as declined, too.
 */
export function simulatedUser({ model, question, intent }: SimulatedUserOptions): UserProxy {
  return {
    async ask({ question: asked, readings, permission }, signal): Promise<ClarificationReply> {
      // Only a person may permit an effect.
      if (permission !== undefined) return { type: "declined" };
      const choices =
        readings.length === 0 ? "" : `\nThe assistant offers: ${readings.map(({ text }) => text).join("; ")}`;
      const prompt = `You asked: ${question}\nYou meant: ${intent}\nThe assistant asks: ${asked}${choices}`;
      const { result } = await callModel(
        model,
        {
          prompt: [
            { role: "system", content: INSTRUCTIONS },
            { role: "user", content: [{ type: "text", text: prompt }] },
          ],
          temperature: 0,
        },
        { signal },
      );
      const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      const answer = read(text);
      return answer === undefined || answer.trim() === ""
        ? { type: "declined" }
        : { type: "answered", text: answer.trim() };
    },
  };
}

function read(text: string): string | undefined {
  try {
    return (
      reply.parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))).answer ?? undefined
    );
  } catch {
    return undefined;
  }
}
