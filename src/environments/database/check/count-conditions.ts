import type { ExpressionNode, SelectCore } from "../sql/query-tree.ts";
import type { InspectionRun } from "./inspection-run.ts";

/** What one condition of several keeps. */
export interface ConditionCount {
  readonly text: string;
  readonly node: ExpressionNode;
  /** Rows kept by this condition alone. */
  readonly alone: number;
  /** Rows kept by this one and all before it. */
  readonly joined: number;
  /** Rows kept by all others without it. */
  readonly without: number;
}

export interface ConditionCounts {
  /** Rows before any condition. */
  readonly before: number;
  /** Rows kept by all. */
  readonly kept: number;
  readonly conditions: readonly ConditionCount[];
}

/** Beyond this many conditions only the whole is counted. */
const MOST = 40;

/** Counts what every condition keeps alone and joined, in one scan of the join. Undefined where the engine cannot or the time ran out. */
export async function countConditions(
  run: InspectionRun,
  withText: string,
  core: SelectCore,
  conditions: readonly ExpressionNode[],
): Promise<ConditionCounts | undefined> {
  const from = core.from ? ` FROM ${core.from.text}` : "";
  const texts = conditions.map((node) => run.text(node));
  const all = texts.map((text) => `(${text})`).join(" AND ");
  if (conditions.length > MOST) return undefined;
  const count = (parts: readonly string[]) =>
    parts.length === 0
      ? "COUNT(*)"
      : `COUNT(CASE WHEN ${parts.map((part) => `(${part})`).join(" AND ")} THEN 1 END)`;
  const measures = ["COUNT(*)", `COUNT(CASE WHEN ${all} THEN 1 END)`];
  if (conditions.length > 1) {
    texts.forEach((text, i) => {
      measures.push(count([text]), count(texts.slice(0, i + 1)), count(texts.filter((_, j) => j !== i)));
    });
  }
  const counts = await run.askNumbers(`${withText}SELECT ${measures.join(", ")}${from}`);
  if (!counts) return undefined;
  const [before = 0, kept = 0] = counts;
  return {
    before,
    kept,
    conditions: conditions.map((node, i) => {
      const at = 2 + i * 3;
      const single = conditions.length === 1;
      return {
        node,
        text: texts[i] ?? "",
        alone: single ? kept : (counts[at] ?? 0),
        joined: single ? kept : (counts[at + 1] ?? 0),
        without: single ? before : (counts[at + 2] ?? 0),
      };
    }),
  };
}
