import { renderFinding } from "../../agent/render-result.ts";
import type { Answer } from "../../environment/answer.ts";
import type { ArtifactRef } from "../../environment/artifact-store.ts";
import type { ConcludeResult } from "../../environment/environment.ts";
import type { Json } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { resultUri } from "../results/result-uri.ts";
import { boundedAnswer, cellText, lineOf, MOST_LINES } from "./conclude-bounds.ts";
import type { ResultLink, ToolReply } from "./mcp-tool.ts";

/** The call that an answer came of. */
export interface ConcludeCall {
  readonly claim: string | undefined;
  /** The handle of what was handed in, where the call named an older one. */
  readonly newer: string | undefined;
  /** How much of the rows, and of the members, the reply may carry. */
  readonly characters: number;
}

/** An accepted answer as the result of a call: its rows or value, what it rests on, and last what may be wrong with it. What is left out is said. */
export function concludeReply(
  { answer: whole, evidence, warnings = [] }: Extract<ConcludeResult, { readonly answer: Answer }>,
  { claim, newer, characters }: ConcludeCall,
): ToolReply {
  const { answer, evidence: rests, cut } = boundedAnswer(whole, evidence, characters);
  const { rows: table, members, value } = answer;
  const full = table?.full;
  const isClaimed = whole.text === claim?.trim();
  // Rows say it better than their summary in a line; what was claimed in words stands beside them, to be held against them.
  const inRows =
    table !== undefined &&
    (isClaimed ? cellText(whole.value ?? null) !== whole.text : table.total > 0 && value === undefined);
  const said = inRows && !isClaimed ? [] : [`Answer: ${visibleBlock(answer.text)}`];
  const text = [
    ...said,
    ...(inRows ? tableLines(table, said.length === 0 ? "Answer: " : "") : []),
    ...Object.entries(rests).map(
      ([name, part]) =>
        `${name}: ${typeof part === "string" ? visibleBlock(part) : visibleText(JSON.stringify(part))}`,
    ),
    ...(full === undefined
      ? []
      : [
          `all rows: the resource ${resultUri(full.sha256)} of this server (JSON lines, ${full.bytes} bytes)`,
        ]),
    ...(cut.length === 0 ? [] : [`cut: ${cut.join("; ")}; ${seeMore(full !== undefined)}`]),
    ...(newer === undefined
      ? []
      : [`workspace: ${newer} (newer than the one that was named, and handed in as it is now)`]),
    ...warnings.flatMap((finding) => renderFinding("warning", finding)),
  ].join("\n");
  return {
    type: "result",
    text,
    data: {
      text,
      answer: answer.text,
      ...(table === undefined
        ? {}
        : { total: table.total, columns: table.columns, rows: table.rows as readonly Json[] }),
      ...(members === undefined ? {} : { members }),
      ...(value === undefined ? {} : { value }),
      evidence: rests,
      ...(full === undefined ? {} : { full: resultUri(full.sha256) }),
      ...(newer === undefined ? {} : { workspace: newer }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    },
    ...(full === undefined ? {} : { links: [linkTo(full)] }),
  };
}

function tableLines({ columns, rows, total }: NonNullable<Answer["rows"]>, head: string): readonly string[] {
  const shown = rows.slice(0, MOST_LINES);
  return [
    `${head}${total} row${total === 1 ? "" : "s"}`,
    visibleText(columns.join(" | ")),
    ...shown.map(lineOf),
    ...(total > shown.length ? [`… ${total - shown.length} more rows`] : []),
  ];
}

function seeMore(hasResource: boolean): string {
  return hasResource ? "the resource has all rows" : "ask for less to see all of it";
}

function linkTo({ sha256, bytes, mediaType }: ArtifactRef): ResultLink {
  return { uri: resultUri(sha256), name: "all rows", mediaType, bytes };
}
