import { plainPage } from "../report/page/plain-page.ts";
import { simulationPlots } from "./simulation-plots.ts";
import { SIMULATION_LABEL, type SimulationReport } from "./simulation-row.ts";
import { simulationTable } from "./simulation-table.ts";

/** The study as one page without network and script. */
export function simulationPage(report: SimulationReport): string {
  return plainPage({
    title: `${SIMULATION_LABEL}: how far errors and rules lead back`,
    lead: "An oracle that knows the gold damages its actions at a given rate. What is shown is how often it still arrives, and nothing of what a language model would do.",
    tables: [],
    plots: simulationPlots(report),
    leftOut: report.notes,
    more: [simulationTable(report)],
  });
}
