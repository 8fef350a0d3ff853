import type { Comparison } from "../comparison.ts";
import { countText } from "../figure-text.ts";
import { comparisonTables } from "../tables/comparison-tables.ts";
import { comparisonTitle } from "../tables/comparison-title.ts";
import { comparisonPlots } from "./comparison-plots.ts";
import { plainPage } from "./plain-page.ts";

/** Two runs beside each other as one page without network and script, with plots of the paired differences. */
export async function comparisonPage(comparison: Comparison): Promise<string> {
  return plainPage({
    title: comparisonTitle(comparison),
    lead: leadOf(comparison),
    tables: comparisonTables(comparison),
    plots: await comparisonPlots(comparison),
    leftOut: comparison.leftOut,
  });
}

function leadOf({ pairs }: Comparison): string {
  const questions = [...new Set(pairs.map((pair) => pair.questions))].sort((a, b) => a - b);
  const [least = 0, most = least] = [questions[0], questions.at(-1)];
  const many =
    least === most
      ? countText(most, "question")
      : `${least.toLocaleString("en")} to ${countText(most, "question")}`;
  return `Question by question, over the ${many} that both answered: every difference is that of the same questions.`;
}
