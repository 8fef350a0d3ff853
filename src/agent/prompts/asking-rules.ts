/** When to ask the person (docs/asking.md; Query when need, Chapter 5, in words of our own), and how. */
export function askingRules(format: "native" | "text"): string {
  return format === "native" ? NATIVE : TEXT;
}

const WHEN =
  "only for what stands neither in the question nor can be found with a tool: something is left out that decides the answer, several things match and lead to different answers, or a name matches nothing and several come near. Look first. One match far ahead of the others is taken";

const NATIVE = `Ask with ask_user, alone in its reply, ${WHEN}, and said in assumptions. Never ask for an id, nor to be told to go on. What cannot be done here is given up at once, with the reason.`;

const TEXT = `Ask the person ${WHEN}, and said in a line "Assumption: …" before the final answer. Never ask for an id, nor to be told to go on. What cannot be done here is given up at once, with the reason. To ask, reply with a thought and:

Ask User: one short question in plain words
Words: the unclear words exactly as in the question, or nothing if something is left out
Options: one answer that results have shown | another`;
