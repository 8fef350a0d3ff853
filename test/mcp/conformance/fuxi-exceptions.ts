import { type Exceptions, exceptionsFor } from "./hold-against.ts";
import type { Revision } from "./run-suite.ts";
import { TASKS_EXCEPTIONS } from "./tasks-exceptions.ts";

const FIXTURE =
  "The scenario calls a tool or reads a resource by a name that only a fixture made for the suite has.";

const callsFixture = exceptionsFor({ reason: FIXTURE, says: /Unknown tool "test_/u }, [
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
]);

const readsFixture = exceptionsFor({ reason: FIXTURE, says: /Resource not found: test:/u }, [
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
]);

const listsFixture = exceptionsFor({ reason: FIXTURE, says: /'json_schema_2020_12_tool' not found/u }, [
  "json-schema-2020-12",
]);

const withoutPrompts = exceptionsFor(
  { reason: "No prompts are offered, and so no completions of their arguments.", says: /Method not found$/u },
  [
    "completion-complete",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
);

/** What the protocol of 2025 recommends, and plain sessions of the SDK leave out. */
export const NOT_RESUMED = exceptionsFor(
  {
    reason: "A stream that broke is not taken up again: the client calls once more.",
    says: /^server-sse-(?:priming-event|retry-field|disconnect-resume): /u,
  },
  ["server-sse-polling"],
);

const ofBoth = { ...callsFixture, ...readsFixture, ...listsFixture, ...withoutPrompts };

const asksThroughFixture = exceptionsFor(
  {
    reason: FIXTURE,
    says: /Unknown tool "test_|^sep-2322-multi-round-r1: Expected|instead of re-requesting|Prerequisite failed/u,
  },
  [
    "input-required-result-basic-elicitation",
    "input-required-result-basic-sampling",
    "input-required-result-basic-list-roots",
    "input-required-result-request-state",
    "input-required-result-multiple-input-requests",
    "input-required-result-multi-round",
    "input-required-result-missing-input-response",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-capability-check",
    "input-required-result-ignore-extra-params",
  ],
);

/** What of the suite does not fit `fuxi mcp`: everything else it has to pass. */
export const FUXI_EXCEPTIONS: Readonly<Record<Revision, Exceptions>> = {
  "2026-07-28": {
    ...ofBoth,
    ...asksThroughFixture,
    ...TASKS_EXCEPTIONS,
    "server-stateless": { reason: FIXTURE, says: /does not list the diagnostic tool/u },
    "input-required-result-non-tool-request": {
      reason: "No prompts are offered that could ask.",
      says: /Method not found$/u,
    },
    caching: {
      reason: "No prompts are offered that could be cached.",
      says: /^sep-2549-prompts-list.*not found$/u,
    },
    "http-custom-header-server-validation": {
      reason: "No tool repeats an argument in a header.",
      says: /no tool with x-mcp-header|no tools? with x-mcp-header/u,
    },
  },
  "2025-11-25": {
    ...ofBoth,
    ...exceptionsFor({ reason: FIXTURE, says: /Unknown tool "test_/u }, [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ]),
    ...exceptionsFor({ reason: "Logging is deprecated and not offered.", says: /Method not found$/u }, [
      "logging-set-level",
      "tools-call-with-logging",
    ]),
    ...exceptionsFor(
      {
        reason: "Results never change, so that there is nothing to subscribe to.",
        says: /Method not found$/u,
      },
      ["resources-subscribe", "resources-unsubscribe"],
    ),
    ...NOT_RESUMED,
  },
};
