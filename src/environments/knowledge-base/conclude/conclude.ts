import type { AnswerTable, Claim } from "../../../environment/answer.ts";
import type { ConcludeResult } from "../../../environment/environment.ts";
import type { JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { keepLines } from "../access/imported-terms.ts";
import { identifierOf, valueJson } from "../access/term-name.ts";
import type { Term } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { claimedSubject } from "./claimed-subject.ts";
import { evidenceOf } from "./evidence-of.ts";

/** All members of an answer are kept up to here. */
export const MOST_MEMBERS = 100_000;
const MOST_LISTED = 20;

/**
 * Turns a claim into an answer: `#3`, the name or identifier of an entity, or nothing for the last variable. Members come with labels and
 * identifiers, bounded by `limits.rows`; all of them are an artifact (JSON lines of the rows) where they are more. An empty set is an answer, too.
 */
export async function conclude(claim: Claim, call: ToolCall): Promise<ConcludeResult> {
  const claimed = await claimedSubject(claim.text, call);
  if (claimed.failure) return claimed;
  const { subject } = claimed;
  const { graph, context } = call;
  const { terms, complete } = await graph.members(subject.program, MOST_MEMBERS);
  if (!complete) {
    return {
      failure: {
        code: "too-large",
        message: `The answer has more than ${MOST_MEMBERS} members.`,
        part: { text: subject.argument },
        suggestions: [{ text: "narrow it", reason: "filter, intersection, or count" }],
      },
    };
  }
  const preview = terms.slice(0, context.limits.rows);
  const members = await membersOf(preview, call);
  const rows = await tableOf(terms, members, call);
  const [only] = members;
  const [term] = terms;
  const value = terms.length === 1 && term?.kind === "literal" ? only?.value : undefined;
  return {
    answer: {
      text: answerText(members, terms.length),
      members,
      rows,
      ...(value === undefined ? {} : { value }),
    },
    evidence: await evidenceOf(subject, members.slice(0, 5), terms.length, call),
  };
}

async function membersOf(
  terms: readonly Term[],
  { graph, services }: ToolCall,
): Promise<readonly JsonObject[]> {
  const names = await graph.termNames(terms);
  return terms.map((term, at) =>
    term.kind === "literal"
      ? {
          value: valueJson(term, services.names),
          ...(term.datatype === undefined ? {} : { datatype: services.names.short(term.datatype) }),
          ...(term.language === undefined ? {} : { language: term.language }),
        }
      : { id: identifierOf(term, services.names), label: names[at] ?? "" },
  );
}

async function tableOf(
  terms: readonly Term[],
  members: readonly JsonObject[],
  call: ToolCall,
): Promise<AnswerTable> {
  const values = terms.every((term) => term.kind === "literal") && terms.length > 0;
  const columns = values ? ["value"] : ["label", "id"];
  const rowOf = (member: JsonObject) =>
    values ? [member.value ?? null] : [member.label ?? member.value ?? null, member.id ?? null];
  const table: AnswerTable = { columns, rows: members.map(rowOf), total: terms.length };
  if (terms.length <= members.length) return table;
  const all = await membersOf(terms, call);
  return { ...table, full: await keepLines(all.map(rowOf), call.context) };
}

function answerText(members: readonly JsonObject[], total: number): string {
  if (total === 0) return "nothing (an empty set)";
  const shown = members.slice(0, MOST_LISTED).map(({ label, value }) => visibleText(String(label ?? value)));
  const more = total - shown.length;
  return `${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
