import type { Comparison } from "../comparison.ts";
import { comparisonPlots } from "../plot/comparison-plots.ts";
import { comparisonTables } from "../tables/comparison-tables.ts";
import { comparisonTitle } from "../tables/comparison-title.ts";
import { plainPage } from "./plain-page.ts";

/** Two runs beside each other as one page without network and script, with plots of the paired differences. */
export function comparisonPage(comparison: Comparison): string {
  return plainPage({
    title: comparisonTitle(comparison),
    tables: comparisonTables(comparison),
    plots: comparisonPlots(comparison),
    leftOut: comparison.leftOut,
  });
}
