// Anything with too much in it can be an environment; here notes in memory, with a tool that looks and one that answers. Strategies, limits,
// trajectories and agents work with it as they do with a database. docs/own-environment.md says more.
import assert from "node:assert/strict";
import { ask, type Environment, nearestNames, refusedAction, type Tool } from "fuxi";
import { scriptedModel } from "fuxi/testing";

const notes: Readonly<Record<string, string>> = { bread: "flour, salt", soup: "leek, water", tea: "leaves" };
const names = Object.keys(notes);

const tool = (name: string, argument: string, description: string, workspace: "reads" | "writes"): Tool => {
  const properties = { [argument]: { type: "string" } };
  const inputSchema = { type: "object", properties, required: [argument], additionalProperties: false };
  const group = workspace === "reads" ? "navigational" : "functional";
  const outputSchema = { type: "object" };
  return {
    name,
    description,
    workspace,
    group,
    inputSchema,
    outputSchema,
    prerequisites: [],
    effect: "none",
  };
};
const tools = [
  tool("find_notes", "word", "Lists the notes that contain a word.", "reads"),
  tool("pick_note", "note", "Makes a note the answer.", "writes"),
];
const observed = (text: string) => ({ text, data: {}, warnings: [], notes: [] });

const notebook: Environment = {
  ...{ id: "notes", kind: "notebook", tools, capabilities: {} },
  instructions: "The final answer is the note that was picked.",
  describe: async () => ({ text: `${names.length} notes` }),
  openWorkspace: async () => ({ environment: "notes", kind: "notebook", version: 1, state: {} }),
  async act(workspace, action) {
    const failure = refusedAction(tools, action);
    if (failure) return { failure };
    const word = String(Object.values(action.arguments)[0]);
    const found = names.filter((name) => notes[name]?.includes(word));
    if (action.tool === "find_notes") return { workspace, observation: observed(found.join(", ") || "none") };
    if (!names.includes(word)) {
      // What the model can mend is a failure that says what would work.
      const suggestions = nearestNames(word, names, { limit: 2 }).map(({ name }) => ({ text: name }));
      return { failure: { code: "unknown-entity", message: `There is no note "${word}".`, suggestions } };
    }
    const next = { ...workspace, version: workspace.version + 1, state: { note: word } };
    return { workspace: next, observation: observed(`picked ${word}`) };
  },
  async conclude({ state: { note } }) {
    if (typeof note === "string") {
      return { answer: { text: note }, evidence: { environment: "notes", kind: "notebook", preview: note } };
    }
    return { failure: { code: "no-answer", message: "Pick a note first.", suggestions: [] } };
  },
  close: async () => {},
};

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
