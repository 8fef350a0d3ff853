import { expect, it } from "vitest";
import { reportMarkdown } from "../../../src/cli/report/report-in.ts";
import { NO_USAGE } from "../../../src/model/usage.ts";
import { ADMISSIONS } from "./admissions-report.ts";

const MADE = {
  ...{ question: "", runId: "run-1", at: "", strategy: "sequential", policy: "llm:scripted/one" },
  environments: ["shop"],
  usage: NO_USAGE,
};

it.each([
  ["# Not found", "\\# Not found"],
  ["- one", "\\- one"],
  ["---", "\\---"],
  ["> said", "\\> said"],
  ["1. one", "1\\. one"],
  ["2) two", "2\\) two"],
  ["-12 is less", "-12 is less"],
  ["1.5 is more", "1.5 is more"],
])("a passage %s begins no heading, list, quote or rule", (passage, shown) => {
  const report = { ...ADMISSIONS, summary: [{ shown: passage, verdict: "filled" as const }] };
  const [before = "", after = ""] = [...reportMarkdown(report, MADE, [passage])].join("").split("## Assumed");
  expect(before).toContain(`\n\n${shown}\n\n`);
  expect(after).toContain(`\n- ${shown}\n`);
});
