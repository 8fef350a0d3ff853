import { type PaperColumn, paperRow, type TableRow } from "./paper-table.ts";

/** The paper's cases by the categories of our sets. Its first unclear one is two of ours. */
export const CASES: Readonly<Record<string, readonly string[]>> = {
  "Complete instruction": ["clear"],
  "Unclear or missing information": ["missing", "unclear"],
  "Problematic searching items": ["problematic"],
  "Instruction that cannot be supported": ["unsupported"],
  "Instructions with different meanings": ["several-meanings"],
};

export const LENGTHS: readonly PaperColumn[] = [
  ...["0", "1", "2", "3", "4 or more"].map((title) => ({ title: `Calls: ${title}`, digits: 0 })),
  { title: "Average", digits: 2 },
];

/** Rows of the table `qwn-4-2` for a set of ours: queries by case and calls. Averages leave out what cannot be done, as the paper's do. */
export function lengthRows(
  queries: readonly { readonly category: string; readonly steps: number }[],
): readonly TableRow[] {
  const [, ...unclear] = Object.entries(CASES);
  const rowOf = (label: string, categories: readonly string[]): TableRow => {
    const own = queries.filter(({ category }) => categories.includes(category));
    const solved = own.filter(({ category }) => category !== "unsupported");
    const calls = solved.reduce((sum, { steps }) => sum + steps, 0);
    const counts = [0, 1, 2, 3, 4].map(
      (length) => own.filter(({ steps }) => Math.min(steps, 4) === length).length,
    );
    return {
      ...paperRow([label, ...counts, solved.length === 0 ? "-" : calls / solved.length], LENGTHS),
      whose: "ours",
    };
  };
  return [
    ...unclear.map(([label, categories]) => rowOf(label, categories)),
    rowOf(
      "Total",
      unclear.flatMap(([, categories]) => categories),
    ),
  ];
}
