import type { QueryScope } from "../query-scope.ts";

/**
 * Whether the node in a variable stands for a statement as seen from another term: by its class, by the beginning of its IRI, or as a node without a
 * label, of which something is said, next to a labelled node or a value (`Vocabulary.mediators`).
 */
export function isMediator(node: string, from: string, scope: QueryScope): string {
  const { mediators, type } = scope.vocabulary;
  const tests: string[] = [];
  if (mediators.classes.length > 0 && type.length > 0) {
    const name = scope.fresh("c");
    const predicate = type.map(scope.iri).join("|");
    tests.push(
      `EXISTS { ${node} ${type.length > 1 ? `(${predicate})` : predicate} ${name} . FILTER(${name} IN (${mediators.classes.map(scope.iri).join(", ")})) }`,
    );
  }
  for (const start of mediators.prefixes)
    tests.push(`(isIRI(${node}) && STRSTARTS(STR(${node}), ${JSON.stringify(start)}))`);
  if (mediators.unlabelled) {
    const [predicate, object] = [scope.fresh("p"), scope.fresh("o")];
    const isNamed = hasLabel(from, scope);
    tests.push(
      `((isLiteral(${from}) || ${isNamed}) && !isLiteral(${node}) && !${hasLabel(node, scope)} && EXISTS { ${node} ${predicate} ${object} })`,
    );
  }
  return tests.length === 0 ? "false" : `(${tests.join(" || ")})`;
}

function hasLabel(node: string, scope: QueryScope): string {
  const { label } = scope.vocabulary;
  if (label.length === 0) return "(false)";
  const text = scope.fresh("l");
  const predicate = label.map(scope.iri).join("|");
  return `(EXISTS { ${node} ${label.length > 1 ? `(${predicate})` : predicate} ${text} . FILTER(isLiteral(${text}) && STR(${text}) != "") })`;
}
