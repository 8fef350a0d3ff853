/** How to reply through a provider's own tool calls. */
export const NATIVE_RULES = `- In each reply say in a sentence what you know and need next, then call tools: together, in their order, all whose arguments you know already.
- End with final_answer, last in the same reply as the calls it rests on: it is carried out only if none of them fails or warns.
- An empty result can be the answer. End with give_up only if what is asked for is not kept here at all.`;

/** How to reply in words (Middleware, Section 3.2, after ReAct): a thought and actions. */
export const TEXT_RULES = `Reply in this form and nothing else:

Thought: what you know and need next, in a sentence or two
Action: tool_name("text")

Calls whose arguments you know already go together, in their order, each on its own Action line. Several arguments go by name: tool_name(first="text", second=5, third=["a", "b"]), a double quote in a text as \\". You are then shown the results; never write one yourself. To end, reply:

Thought: why this is the answer
Final Answer: the answer in the form asked for below, or the word draft for what you built with the tools

"Final Answer: draft" may also stand beneath the actions that build the draft: it counts only if none fails or warns. An empty result can be the answer. If what is asked for is not kept here at all, reply with a thought and "Give Up: reason".`;

/** How to hand in the answer in the last step; that it is the last is the strategy's to say. */
export const LAST_REPLY: Readonly<Record<"native" | "text", string>> = {
  native: "Call final_answer now.",
  text: 'Write "Final Answer: …" now.',
};
