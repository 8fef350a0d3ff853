import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { resolveColumn } from "../../sql/resolve-column.ts";
import { type Complaint, failure } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

/** A column that several tables at hand have: its qualified names. */
export function explainAmbiguousColumn(complaint: Complaint): ToolFailure {
  const { run, facts } = complaint;
  const { dialect } = run.services.driver;
  const written = facts.identifier ?? "";
  const { span } = run.subject;
  const places = scopedReferences(run).flatMap((each) => {
    const found = resolveColumn(each.node, each.scope);
    return found.kind === "ambiguous" &&
      dialect.sameIdentifier(each.node.name, written.slice(written.lastIndexOf(".") + 1))
      ? [{ node: each.node, candidates: found.candidates }]
      : [];
  });
  const place =
    places.find(({ node }) => node.start === facts.offset) ??
    places.find(({ node }) => span.start <= node.start && node.end <= span.end) ??
    places[0];
  if (!place)
    return failure(complaint, "ambiguous-column", `${written} is a column of several tables.`, written);
  const ranked = place.candidates.map(({ source, column }, i) => ({
    text: `${source.name ?? ""}.${dialect.identifier(column.name)}`,
    replaces: run.text(place.node),
    reason: `column of ${source.table?.name ?? source.name ?? "the subquery"}`,
    score: 0.9 - i / 100,
  }));
  const owners = place.candidates.map(({ source }) => source.name).join(", ");
  return failure(
    complaint,
    "ambiguous-column",
    `${place.node.name} is a column of ${owners}; say of which.`,
    place.node,
    ranked,
  );
}
