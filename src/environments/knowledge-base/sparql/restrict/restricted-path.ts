import { TripleStoreError } from "../../store/triple-store-error.ts";
import { group } from "../program-pattern.ts";
import { fullIri, type Path, type RestrictedTriples, type TermWriter } from "./restricted-triples.ts";

export interface PathContext {
  readonly triples: RestrictedTriples;
  readonly writer: TermWriter;
  readonly fresh: () => string;
  /** Whether the engine takes the end from elsewhere: a path of no steps from what is not known leads from everything there is. */
  isHeld(end: string): boolean;
}

/** A property path, taken apart into triple patterns; what is repeated stays a path, over what may be seen. */
export function restrictedPath(
  start: string,
  path: Path,
  end: string,
  context: PathContext,
): readonly string[] {
  const { triples, writer } = context;
  if (path.type === "term") return triples.stated(start, fullIri(path, writer), end);
  switch (path.subType) {
    case "^":
      return restrictedPath(end, path.items[0] as Path, start, context);
    case "/":
      return chain(start, path.items, end, context);
    case "|":
      return path.items.flatMap((item, at) => [
        ...(at === 0 ? [] : ["UNION"]),
        ...group(restrictedPath(start, item, end, context)),
      ]);
    case "!":
      return negated(start, path.items[0], end, context);
    default:
      return repeated(start, path, end, context);
  }
}

function chain(start: string, items: readonly Path[], end: string, context: PathContext): readonly string[] {
  let from = start;
  let isHeld = context.isHeld;
  return items.flatMap((item, at) => {
    const to = at === items.length - 1 ? end : context.fresh();
    const lines = restrictedPath(from, item, to, { ...context, isHeld });
    if (!mayBeEmpty(item)) isHeld = (node) => node === to || context.isHeld(node);
    from = to;
    return lines;
  });
}

type Negation = Extract<Path, { readonly subType: "!" }>["items"][0];

function negated(start: string, item: Negation, end: string, context: PathContext): readonly string[] {
  const { triples, fresh, writer } = context;
  const items = item.type === "path" && item.subType === "|" ? item.items : [item];
  const forward = new Set<string>();
  const backward = new Set<string>();
  for (const each of items) {
    if (each.type === "term") forward.add(fullIri(each, writer));
    else if (each.subType === "^") backward.add(fullIri(each.items[0], writer));
  }
  const along = triples.any(start, fresh(), end, forward);
  const against = triples.any(end, fresh(), start, backward);
  if (backward.size === 0) return along;
  return forward.size === 0 ? against : [...group(along), "UNION", ...group(against)];
}

function repeated(start: string, path: Path, end: string, context: PathContext): readonly string[] {
  const { triples } = context;
  const predicates: string[] = [];
  const written = pathText(path, context, predicates);
  if (predicates.some((iri) => triples.isMasked(iri))) throw refused("leads through masked values");
  if (!triples.canRepeat(predicates)) throw refused("may lead through what is not to be seen");
  if (mayBeEmpty(path) && ![start, end].some((each) => !each.startsWith("?") || context.isHeld(each)))
    throw refused("may be of no steps, and neither of its ends stands in another triple pattern beside it");
  return [`${start} ${written} ${end} .`, ...triples.visible(start), ...triples.visible(end)];
}

function pathText(path: Path, context: PathContext, predicates: string[]): string {
  if (path.type === "term") {
    const iri = fullIri(path, context.writer);
    predicates.push(iri);
    return context.triples.inPath(iri);
  }
  const inner = () => path.items.map((item) => pathText(item as Path, context, predicates));
  switch (path.subType) {
    case "^":
      return `^${inner()[0]}`;
    case "/":
    case "|":
      return `(${inner().join(path.subType)})`;
    case "!":
      throw refused('with "!" leads along predicates that it does not name');
    default:
      return `(${inner()[0]})${path.subType}`;
  }
}

/** Whether it leads from a node to itself in no steps. */
export function mayBeEmpty(path: Path): boolean {
  if (path.type === "term" || path.subType === "!") return false;
  switch (path.subType) {
    case "*":
    case "?":
      return true;
    case "/":
      return path.items.every(mayBeEmpty);
    case "|":
      return path.items.some(mayBeEmpty);
    default:
      return mayBeEmpty(path.items[0] as Path);
  }
}

function refused(why: string): TripleStoreError {
  return new TripleStoreError(
    {
      kind: "unsupported",
      engineMessage: `Parts of this knowledge base are private, and a repeated property path (*, + or ?) that ${why} is not run.`,
    },
    { hint: "Write out the steps as triple patterns." },
  );
}
