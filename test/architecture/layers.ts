/**
 * The layer table (docs/architecture.md) as data. A folder may import folders of lower layers, and folders of its own layer that it lists in
 * `beside`. The longest matching folder counts.
 */
export interface Folder {
  readonly path: string;
  readonly layer: number;
  /** Folders of the same layer that it may import. */
  readonly beside?: readonly string[];
  /** Folders of lower layers that it may not import all the same. */
  readonly not?: readonly string[];
}

const adapters = ["value-index", "environments", "model/providers", "store", "samples"];

export const FOLDERS: readonly Folder[] = [
  { path: "util", layer: 0, beside: ["errors"] },
  { path: "errors", layer: 0 },
  { path: "telemetry", layer: 0, beside: ["errors", "util"] },
  { path: "environment", layer: 1 },
  { path: "model", layer: 1 },
  { path: "trajectory", layer: 1, beside: ["environment", "model"] },
  { path: "value-index", layer: 2 },
  { path: "environments/http", layer: 2 },
  { path: "environments/database", layer: 2, beside: ["value-index"] },
  { path: "environments/knowledge-base", layer: 2, beside: ["value-index", "environments/http"] },
  { path: "environments/rest-api", layer: 2, beside: ["environments/http"] },
  { path: "model/providers", layer: 2 },
  { path: "store", layer: 2 },
  { path: "samples", layer: 2 },
  { path: "clarification", layer: 3, not: adapters },
  { path: "agent", layer: 3, beside: ["clarification"], not: adapters },
  { path: "evaluation", layer: 4, not: adapters },
  { path: "ai-sdk", layer: 4, not: adapters.filter((adapter) => adapter !== "store") },
  { path: "testing", layer: 4, not: ["samples"] },
  { path: "config", layer: 5 },
  { path: "mcp", layer: 6, not: [...adapters, "config", "evaluation", "testing"] },
  { path: "cli", layer: 6, beside: ["mcp"] },
];
