import type { Command } from "commander";
import type { Telemetry } from "../config/telemetry/start-telemetry.ts";
import type { CliIo } from "./cli-io.ts";

/** Commands that do something worth tracing. */
const TRACED = ["ask", "resume", "call", "mcp", "demo"];

const CONTENT_VARIABLE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

const ENDPOINTS = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/** The flag goes before the variable, that before the file. */
function wantsContent(program: Command, env: NodeJS.ProcessEnv): boolean {
  if (program.getOptionValue("telemetryContent") !== true) return false;
  return program.getOptionValueSource("telemetryContent") === "cli" || env[CONTENT_VARIABLE] === undefined;
}

/** Telemetry for the length of one command. Without an endpoint nothing of it is loaded. */
export function commandTelemetry(program: Command, io: CliIo): { close(): Promise<void> } {
  let telemetry: Telemetry | undefined;
  program
    .option(
      "--telemetry-content",
      "telemetry may hold questions, prompts, statements and results, too (docs/telemetry.md)",
    )
    .hook("preAction", async (_, action) => {
      if (!TRACED.includes(action.name())) return;
      if (!ENDPOINTS.some((name) => (io.env[name] ?? "").trim() !== "")) return;
      const { startTelemetry } = await import("../config/telemetry/start-telemetry.ts");
      telemetry = await startTelemetry({
        settings: wantsContent(program, io.env) ? { content: true } : {},
        env: io.env,
        onWarning: (message) => io.err(`${io.colors.yellow("warning:")} ${message}\n`),
      });
    });
  return {
    close: async () => telemetry?.close(),
  };
}
