import { type ActContext, DEFAULT_ACT_LIMITS } from "../../../../src/environment/act-context.ts";
import type { ApiOperation } from "../../../../src/environment/capabilities.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { askFormOf } from "../../../../src/evaluation/construction/ask-form.ts";
import { type BuilderContext, buildItem } from "../../../../src/evaluation/itool/build/build-itool.ts";
import type { ItoolKind } from "../../../../src/evaluation/itool/build/itool-kinds.ts";
import type { CallOperation } from "../../../../src/evaluation/itool/follow-solution.ts";
import type { ItoolItem } from "../../../../src/evaluation/itool/itool-item.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { type ScriptedModel, scriptedModel } from "../../../../src/testing/scripted-model.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { itemWith } from "../itool-fixture.ts";

const FILMS = [
  { id: 7, title: "Midnight Heron", runtime: 110 },
  { id: 8, title: "Midnight Ravens", runtime: 90 },
  { id: 9, title: "Paper Heron", runtime: 110 },
  { id: 10, title: "Velvet Lighthouse", runtime: 70 },
];

/** Films whose title has every word of the query. */
export const catalogue: CallOperation = async (operation, given) => {
  if (operation === "GET /search/films") {
    const words = String(given["query"]).toLowerCase().split(/\s+/u);
    return {
      results: FILMS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))),
    };
  }
  const film = FILMS.find(({ id }) => id === given["film_id"]);
  if (film !== undefined) return film;
  throw new FuxiError("engine-error", "404: there is no such film.");
};

const OPERATIONS: readonly ApiOperation[] = [
  ["GET /search/films", "Search films by title"],
  ["GET /films/{film_id}", "Details of a film"],
  ["GET /films/{film_id}/reviews", "Reviews of a film"],
].map(([id = "", summary = ""]) => ({ id, summary, method: "GET", path: id.slice(4), description: "" }));

export const act = (signal: ActContext["signal"] = new AbortController().signal): ActContext => ({
  principal: { id: "test" },
  signal,
  limits: DEFAULT_ACT_LIMITS,
  artifacts: memoryArtifactStore(),
});

/** A good reply of each kind of which a model writes. */
export const GOOD = {
  missing: {
    query: "How long is that film?",
    words: ["that film"],
    question: "Which film do you mean?",
    about: ["film", "title"],
  },
  unclear: {
    query: "How long is the film about a bird at night?",
    words: ["the film about a bird at night"],
    question: "Which film about a bird do you mean?",
    about: ["film", "title"],
    alternatives: ["midnight ravens"],
  },
  "several-meanings": {
    query: "How long is Midnight?",
    words: ["Midnight"],
    question: "Which Midnight film do you mean?",
    about: ["film", "title"],
  },
  unsupported: { query: "Where can I buy Midnight Heron on disc?", lacking: "buy a disc" },
} as const;

export interface Tried {
  readonly entry: Awaited<ReturnType<typeof buildItem>>;
  readonly model: ScriptedModel;
}

/** Makes one kind of the clear item "How long is Midnight Heron?" from replies of a model, over a catalogue of four films. */
export async function tryKind(
  kind: ItoolKind,
  replies: readonly JsonObject[],
  { source = itemWith(), ...context }: Partial<BuilderContext> & { readonly source?: ItoolItem } = {},
): Promise<Tried> {
  const model = scriptedModel(replies.map((reply) => ({ text: JSON.stringify(reply) })));
  const entry = await buildItem(source, kind, {
    ask: askFormOf({ model, act: act() }),
    call: catalogue,
    operations: OPERATIONS,
    search: (text) =>
      OPERATIONS.filter(({ summary }) =>
        text.split(" ").some((word) => word.length > 3 && summary.includes(word)),
      ),
    seed: 1,
    ...context,
  });
  return { entry, model };
}
