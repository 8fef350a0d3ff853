import type { Condition, Noun } from "../grammar/phrase.ts";
import { EMPTY_NOUNS, kindFits } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import { followed, pathsFor } from "./follow-words.ts";
import type { MeantPath, Resolve, ResolveContext, Resolved } from "./resolve-context.ts";

const BY_CLASS = 0.12;

/**
 * Things that a preposition ties to what is known: films about X, cities in X. The relation is one that English ties so, else the only one that leads to
 * that class of things.
 */
export async function linked(
  { preposition, to }: Extract<Condition, { by: "link" }>,
  noun: Noun | undefined,
  resolve: Resolve,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const found: Resolved[] = [];
  for (const from of await resolve(to)) {
    if (preposition === "") {
      found.push(...(await described(from, noun, context)));
      continue;
    }
    const paths = await pathsFor(from, (meant) => fits(meant, preposition, noun, context), context);
    const asked = noun === undefined ? preposition : `${noun.text} ${preposition}`;
    found.push(...paths.map(({ meant, cost }) => followed(from, meant, cost, asked)));
    if (paths.length > 0 || noun === undefined || !["of", "in", "by", "from", "with"].includes(preposition))
      continue;
    const classes = new Set((context.known.classes.get(noun.key) ?? []).map(({ iri }) => iri));
    const leading = (await context.relationsOf(from.node)).filter(
      ({ path }) => path.facts.end.class !== undefined && classes.has(path.facts.end.class),
    );
    const [only] = leading;
    if (only && leading.length === 1) found.push(followed(from, only, BY_CLASS, asked));
  }
  if (found.length === 0 && preposition !== "") {
    const words = [noun?.text ?? "", preposition].filter((word) => word !== "");
    context.notes.push({ reason: `I do not know which relation "${words.join(" ")}" means.`, words });
  }
  return found;
}

/** A name right before a noun: "French films". The one relation that leads from it to such things. */
async function described(
  from: Resolved,
  noun: Noun | undefined,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const relations = await context.relationsOf(from.node);
  if (noun === undefined)
    return cheapest(
      from,
      relations.filter(({ sense }) => sense.startNouns.has(GENRE)),
      "of that genre",
    );
  const classes = (context.known.classes.get(noun.key) ?? []).map(({ iri }) => iri);
  const kind = singular(noun.text);
  const leading = relations.filter(({ path, sense }) => {
    const { class: end } = path.facts.end;
    return end !== undefined && classes.length > 0
      ? classes.includes(end)
      : sense.ends !== "" && path.inverse && kindFits(kind, sense.ends);
  });
  const telling = leading.filter(({ sense }) => sense.concepts.some((each) => DESCRIBING.has(each)));
  return EMPTY_NOUNS.has(kind) ? [] : cheapest(from, telling.length > 0 ? telling : leading, noun.text);
}

/** The one relation, or the one that is plainly called so beside others that are only nearly. */
function cheapest(from: Resolved, all: readonly MeantPath[], asked: string): readonly Resolved[] {
  const costOf = ({ sense }: MeantPath) => Math.min(...HEADS.map((head) => sense.startNouns.get(head) ?? 1));
  const [first, second] = all.toSorted((a, b) => costOf(a) - costOf(b));
  return first && (second === undefined || costOf(second) > costOf(first))
    ? [followed(from, first, BY_CLASS, asked)]
    : [];
}

const GENRE = "genr";
const HEADS = [GENRE, "languag", "nationality", "country", "religion"];

/** What an adjective or a name before a noun usually says. */
const DESCRIBING: ReadonlySet<string> = new Set(["genre", "language", "nationality", "country", "religion"]);

/** The preposition's relation, where the things at its end can be called so. */
function fits(
  { path, sense }: MeantPath,
  preposition: string,
  noun: Noun | undefined,
  { known }: ResolveContext,
): number | undefined {
  const cost = sense.prepositions.get(preposition);
  if (cost === undefined || noun === undefined) return cost;
  if (sense.nouns.has(noun.key)) return cost;
  const classes = known.classes.get(noun.key);
  const end = path.facts.end.class;
  if (classes !== undefined && end !== undefined) {
    return classes.some(({ iri }) => iri === end) ? cost : cost + BY_CLASS;
  }
  return kindFits(singular(noun.text), sense.ends) ? cost : undefined;
}
