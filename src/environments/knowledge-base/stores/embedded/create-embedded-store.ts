import type { Preparation } from "../../../../environment/capabilities.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { LabelSearch } from "../../store/label-search.ts";
import type { StoreBounds } from "../../store/store-bounds.ts";
import type { GraphSchema, TripleStore } from "../../store/triple-store.ts";
import { TripleStoreError } from "../../store/triple-store-error.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { attributesOf } from "./evaluate/attributes.ts";
import { Classes } from "./evaluate/classes.ts";
import { factsOf, labelOf } from "./evaluate/describe-terms.ts";
import { Evaluator } from "./evaluate/evaluator.ts";
import { intersect } from "./evaluate/id-set.ts";
import { Mediators } from "./evaluate/mediators.ts";
import { firstTerms, orderedNow, orderedTerms, RUN } from "./evaluate/ordered-terms.ts";
import { hiddenNumbers, PathWalk } from "./evaluate/path-walk.ts";
import { pathsBetween } from "./evaluate/paths.ts";
import { relationsOf } from "./evaluate/relations.ts";
import { schemaOf } from "./evaluate/schema.ts";
import { SetCache } from "./evaluate/set-cache.ts";
import { summaryOf } from "./evaluate/summary.ts";
import { TermSpace } from "./evaluate/term-space.ts";
import { ValueColumns } from "./evaluate/value-columns.ts";
import { Work } from "./evaluate/work.ts";
import type { TripleTable } from "./triple-table.ts";

const CACHE_BYTES = 128 * 1024 * 1024;
/** Terms that the table does not have, kept for programs; with more, programs start from a clean slate. */
const MOST_STRANGERS = 200_000;

export interface EmbeddedStoreParts {
  readonly table: TripleTable;
  /** File name without its folder. */
  readonly name: string;
  readonly key: string;
  readonly dataVersion: string;
  readonly vocabulary: Vocabulary;
  readonly labelSearch: LabelSearch;
  readonly preparation?: Preparation;
  /** SPARQL over the table; without it `query` is refused as "unsupported". */
  readonly query?: TripleStore["query"];
  /** For computed sets; 128 MiB unless told. */
  readonly cacheBytes?: number;
}

/** A triple store over typed arrays in this process. Sets are computed when first asked for and kept while there is room. */
export function createEmbeddedStore(parts: EmbeddedStoreParts): TripleStore {
  const { table, vocabulary } = parts;
  const shared = new TermSpace(table);
  const columns = new ValueColumns(shared);
  const hidden = hiddenNumbers(shared.predicates, vocabulary);
  const classes = new Classes(shared, vocabulary);
  let engine = newEngine(parts, { shared, classes, columns });
  let walk: PathWalk | undefined;
  let schema: GraphSchema | undefined;
  let closed = false;

  const begin = (bounds: StoreBounds): { work: Work; engine: Engine } => {
    if (closed) throw new FuxiError("cancelled", "The store is closed.");
    const work = new Work(bounds);
    work.check();
    if (engine.space.strangers > MOST_STRANGERS) engine = newEngine(parts, { shared, classes, columns });
    return { work, engine };
  };
  const walked = async (work: Work): Promise<PathWalk> => {
    await classes.prepare(work);
    walk ??= new PathWalk(shared, await Mediators.find(shared, vocabulary, work), hidden);
    return walk;
  };

  return {
    target: { name: parts.name, key: parts.key, engine: "embedded" },
    vocabulary,
    labelSearch: parts.labelSearch,
    ...(parts.preparation === undefined ? {} : { preparation: parts.preparation }),
    async dataVersion(bounds) {
      begin(bounds);
      return parts.dataVersion;
    },
    async summarize(program, { sample }, bounds) {
      const { work, engine: used } = begin(bounds);
      const set = used.evaluator.cheapSet(program) ?? (await used.evaluator.set(program, work));
      return summaryOf(set, sample, used, work);
    },
    async members(program, { limit }, bounds) {
      const { work, engine: used } = begin(bounds);
      const set = used.evaluator.cheapSet(program) ?? (await used.evaluator.set(program, work));
      if (set.length > limit) return { terms: firstTerms(used.space, set, limit), complete: false };
      const terms =
        set.length <= RUN ? orderedNow(used.space, set) : await orderedTerms(used.space, set, work);
      return { terms, complete: true };
    },
    async relations(program, bounds) {
      const { work, engine: used } = begin(bounds);
      const set = used.evaluator.cheapSet(program) ?? (await used.evaluator.set(program, work));
      return relationsOf(used.space.known(set), { ...used, walk: walk ?? (await walked(work)) }, work);
    },
    async attributes(program, bounds) {
      const { work, engine: used } = begin(bounds);
      const set = used.evaluator.cheapSet(program) ?? (await used.evaluator.set(program, work));
      const parts = { ...used, vocabulary, walk: walk ?? (await walked(work)) };
      return attributesOf(used.space.known(set), parts, work);
    },
    async labels(terms, bounds) {
      const { engine: used } = begin(bounds);
      return terms.map((term) => labelOf(used.space, vocabulary, term));
    },
    async facts(terms, { valuesPerPredicate }, bounds) {
      const { engine: used } = begin(bounds);
      return terms.map((term) => factsOf(used.space, hidden, term, valuesPerPredicate));
    },
    async classesMeet(a, b, bounds) {
      const { engine: used, work } = begin(bounds);
      const [left, right] = [
        await used.evaluator.set({ op: "instances", class: a }, work),
        await used.evaluator.set({ op: "instances", class: b }, work),
      ];
      return intersect(left, right).length > 0;
    },
    async paths(from, to, { maxSteps }, bounds) {
      const { engine: used, work } = begin(bounds);
      return pathsBetween(used.space, hidden, { from, to, maxSteps }, work);
    },
    async schema(bounds) {
      const { engine: used, work } = begin(bounds);
      schema ??= await schemaOf(used.space, used.classes, hidden, work);
      return schema;
    },
    async query(sparql, options, bounds) {
      begin(bounds);
      if (parts.query !== undefined) return parts.query(sparql, options, bounds);
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: "This store does not answer SPARQL queries.",
      });
    },
    async close() {
      closed = true;
    },
  };
}

/** What does not depend on terms that only programs know. */
interface Shared {
  readonly shared: TermSpace;
  readonly classes: Classes;
  readonly columns: ValueColumns;
}

interface Engine {
  readonly space: TermSpace;
  readonly classes: Classes;
  readonly evaluator: Evaluator;
}

function newEngine(
  { table, vocabulary, cacheBytes }: EmbeddedStoreParts,
  { shared, classes, columns }: Shared,
): Engine {
  const space = new TermSpace(table, shared);
  const cache = new SetCache(cacheBytes ?? CACHE_BYTES);
  return { space, classes, evaluator: new Evaluator({ space, vocabulary, classes, columns, cache }) };
}
