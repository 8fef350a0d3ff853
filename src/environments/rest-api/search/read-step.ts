import { nameWords } from "../../../util/name-words.ts";
import type { OperationKind } from "./path-shape.ts";
import { PHRASES, STOP_WORDS } from "./thesaurus.ts";

type Deed = "read" | "search" | "create" | "update" | "delete" | "act";

const VERBS: Readonly<Record<Deed, string>> = {
  read: `list show get give fetch retrieve read pull view display see check tell return load open page count grab collect browse know run report explain
    compare determine identify obtain`,
  search: "search find lookup look query seek discover locate",
  create: `create add make new insert register generate setup build start open draw onboard issue book order buy submit upload post invite send charge
    schedule subscribe attach put write compose introduce enrol enroll draft give`,
  update: `update change edit modify alter amend adjust revise rename correct fix set save replace move mark assign switch raise lower extend renew like
    follow rate give attach add put let turn store`,
  delete: `delete remove cancel drop erase discard unfollow unsave unlike unsubscribe clear revoke detach abandon destroy purge take wipe stop kick
    withdraw undo`,
  act: `cancel approve decline reject pay capture confirm verify void finalize close accept send refund release start stop pause resume skip play
    reverse mark let try retry hand dispute advance redact turn collect activate deactivate enable disable archive publish merge transfer lock unlock`,
};

/** Words that may precede an imperative verb. */
const BEFORE_ORDERS = new Set(
  "please then and to now just also must should lets us can could you ok or".split(" "),
);
const READING = ["list", "item", "search"] as const;
const WRITING = ["create", "update", "delete", "action"] as const;

/** Factors for the kinds of operations: above 1 if the step seems to ask for the kind, below 1 if it seems to ask for the opposite. */
export function wantedKinds(step: ReadStep): Readonly<Record<OperationKind, number>> {
  const deeds = deedsOf(step.text, step.question);
  const write = Math.max(deeds.create, deeds.update, deeds.delete, deeds.act);
  const read = Math.max(deeds.read, deeds.search);
  // Changing an entity known only by name begins with finding it.
  const aside = step.named && step.mentions.length === 0 ? 0.85 : 0.7;
  const reading = write > read ? aside : read > write ? 1.15 : 1;
  const writing = write > read ? 1.15 : read > write ? 0.5 : 0.9;
  const worth = [
    ...READING.map((kind) => [kind, reading]),
    ...WRITING.map((kind) => {
      const best = write === 0 ? 0 : deeds[kind === "action" ? "act" : kind] / write;
      // Deletion is always asked for by a word for it.
      const [least, more] = kind === "delete" ? [0.6, 0.5] : [0.8, 0.3];
      return [kind, writing * (least + more * best)];
    }),
  ];
  return Object.fromEntries(worth) as Record<OperationKind, number>;
}

const GIVING = new Set(["give", "send"]);
const READS: readonly Deed[] = ["read"];

function deedsOf(text: string, question: boolean): Record<Deed, number> {
  const deeds: Record<Deed, number> = { read: 0, search: 0, create: 0, update: 0, delete: 0, act: 0 };
  let worth = 1;
  if (question) {
    deeds.read = 1;
    worth = 0.8;
  }
  for (const sentence of text.split(/[.;:!?]\s+|[,;]\s+/u)) {
    const words = (sentence.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []).map((each) =>
      each.replace(/['’]/gu, ""),
    );
    for (const [at, word] of words.entries()) {
      if (at > 0 && !BEFORE_ORDERS.has(words[at - 1] ?? "")) continue;
      // "Give me" is a reading verb; giving something to an entity writes.
      const meant = GIVING.has(word) && words[at + 1] === "me" ? READS : DEEDS.get(word);
      if (meant === undefined) continue;
      for (const deed of meant) deeds[deed] = Math.max(deeds[deed], at === 0 ? worth : worth * 0.7);
      worth *= 0.85;
    }
  }
  return deeds;
}

const DEEDS: ReadonlyMap<string, readonly Deed[]> = new Map(
  [...new Set(Object.values(VERBS).flatMap((words) => words.split(/\s+/u)))].map((word) => [
    word,
    (Object.keys(VERBS) as Deed[]).filter((deed) => VERBS[deed].split(/\s+/u).includes(word)),
  ]),
);

/** A step's text, analysed without any document. */
export interface ReadStep {
  /** The text with phrases replaced by the words that they stand for (`get rid of` by `delete`). */
  readonly text: string;
  /** Folded. */
  readonly words: readonly string[];
  /** For each value that looks like an identifier, the folded words before it, nearest first: `the film with id 597` gives `[film]`. */
  readonly mentions: readonly (readonly string[])[];
  /** True if the text contains a quoted or capitalised name. */
  readonly named: boolean;
  /** True for a question rather than an order. */
  readonly question: boolean;
}

const TOKEN =
  /["“”][^"“”]{1,80}["“”]|(?<![\p{L}\p{N}])['‘][^'‘’]{1,80}['’](?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}_'’.@/-]*|[,.;:!?]/gu;
const QUESTION =
  /^(?:(?:and|so|ok|okay|well|please)\W+)*(?:who|what|when|where|which|whose|why|how|is|are|was|were|do|does|did|has|have|can you tell|tell me)\b/iu;
/** Characters. A step is a sentence or two; the rest of a longer text is ignored. */
export const MOST_STEP_TEXT = 4000;
const MENTION_REACH = 4;

export function readStep(text: string): ReadStep {
  const phrased = PHRASES.reduce(
    (so, [phrase, word]) => so.replace(phrase, word),
    text.slice(0, MOST_STEP_TEXT),
  );
  const words = new Set<string>();
  const mentions: (readonly string[])[] = [];
  let named = false;
  let before: string[] = [];
  let starts = true;
  for (const [token] of phrased.matchAll(TOKEN)) {
    if (/^[,.;:!?]$/u.test(token)) {
      starts = token !== ",";
      if (starts) before = [];
      continue;
    }
    const quoted = /^["“”'‘]/u.test(token);
    const content = contentWords(token);
    if (!quoted && isIdentifier(token)) {
      if (before.length > 0) mentions.push(before.slice(0, MENTION_REACH));
      before = [];
      starts = false;
      continue;
    }
    if (quoted || (!starts && /^\p{Lu}/u.test(token) && !/^I\b/u.test(token))) named = true;
    for (const word of content) words.add(word);
    before = [...content.toReversed(), ...before];
    starts = false;
  }
  return {
    text: phrased,
    words: [...words],
    mentions: mentions.filter((each) => each.length > 0),
    named,
    question: QUESTION.test(text.slice(0, MOST_STEP_TEXT).trim()),
  };
}

function contentWords(token: string): readonly string[] {
  if (/-/u.test(token) && SPECIAL.has(token)) return [token];
  return nameWords(token.replace(/['’]s$/u, "")).filter(
    (word) => !STOP_WORDS.has(word) && !/^\d+$/u.test(word),
  );
}

const SPECIAL = new Set(["how-many", "turn-down", "turn-up"]);

function isIdentifier(token: string): boolean {
  const bare = token.replace(/['’]s$/u, "").replace(/[.,]+$/u, "");
  if (!/\d/u.test(bare) || /^\d+(?:st|nd|rd|th)$/iu.test(bare)) return false;
  return /^[\p{L}\p{N}_-]+$/u.test(bare) && !/^\d[a-z]$/iu.test(bare);
}
