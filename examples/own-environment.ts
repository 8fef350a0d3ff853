// Anything with too much in it can be an environment; here notes in memory, with a tool that looks and one that answers. Strategies, limits,
// trajectories and agents work with it as they do with a database. docs/own-environment.md says more.
import assert from "node:assert/strict";
import { ask, defineEnvironment, observe, refuse, toolFor } from "fuxi";
import { scriptedModel } from "fuxi/testing";
import { z } from "zod";

const notes: Readonly<Record<string, string>> = { bread: "flour, salt", soup: "leek, water", tea: "leaves" };
const names = Object.keys(notes);

const state = z.object({ note: z.string().optional() });
const tool = toolFor<z.infer<typeof state>>();

const findNotes = tool({
  name: "find_notes",
  description: "Lists the notes that contain a word.",
  group: "navigational",
  input: z.strictObject({ word: z.string() }),
  run: async ({ word }) => {
    const found = names.filter((name) => notes[name]?.includes(word));
    return { observation: observe([found.join(", ") || "none"]) };
  },
});
const pickNote = tool({
  name: "pick_note",
  description: "Makes a note the answer.",
  group: "functional",
  input: z.strictObject({ note: z.string() }),
  run: async ({ note }) => {
    if (names.includes(note)) return { observation: observe([`picked ${note}`]), state: { note } };
    // What the model can mend is a failure that names what would work.
    return refuse("unknown-entity", `There is no note "${note}".`, note, names);
  },
});

const notebook = defineEnvironment({
  id: "notes",
  kind: "notebook",
  tools: [findNotes, pickNote],
  instructions: "The final answer is the note that was picked.",
  state,
  empty: () => ({}),
  describe: async () => ({ text: `${names.length} notes` }),
  async conclude(_, { state: { note } }) {
    return note === undefined
      ? refuse("no-answer", "Pick a note first.")
      : { answer: { text: note }, evidence: { preview: note } };
  },
});

const call = (name: string, given: Readonly<Record<string, string>> = {}) => ({ name, arguments: given });
const model = scriptedModel([
  { calls: [call("find_notes", { word: "leek" })] },
  { calls: [call("pick_note", { note: "soop" })] },
  { calls: [call("pick_note", { note: "soup" }), call("final_answer")] },
]);
const { outcome, events } = await ask({
  environments: [notebook],
  question: "Which note needs leek?",
  model,
});
console.log(outcome);
assert.equal(outcome.type === "answered" && outcome.answer.text, "soup");

const failed = events.find((event) => event.type === "action-failed");
assert.equal(failed?.failure.suggestions[0]?.text, "soup");
