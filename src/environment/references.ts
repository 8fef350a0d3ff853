import type { Json, JsonObject } from "../util/json.ts";
import type { ActContext, ReferencedKind, ReferencedValues } from "./act-context.ts";
import type { OrFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

/** A result that can be passed on, with its reference name. */
export interface ReferenceName {
  /** Without the environment's id: `#3.labels`, `draft.title`. */
  readonly name: string;
  /** Kind of the values. */
  readonly kind: ReferencedKind;
  /** Undefined where counting would cost a query of its own. */
  readonly total?: number;
}

/** Capability: passes results to other environments. */
export interface References {
  /** Example names for prompts: `["#3.labels", "#3.ids"]`. */
  readonly examples?: readonly string[];
  /** References into this workspace, the newest first. */
  list(workspace: Workspace, context: ActContext): Promise<readonly ReferenceName[]>;
  /** Fails with `unknown-reference` (nearest names), `too-large`, `incomplete-result`, or the failure of computing it. */
  read(
    workspace: Workspace,
    name: string,
    context: ActContext,
  ): Promise<OrFailure<{ readonly values: Omit<ReferencedValues, "reference"> }>>;
}

/** Parameters whose JSON Schema has this `format` take a reference, as text or as `{"$ref": text}`. */
export const REFERENCE_FORMAT = "reference";

/** The text of an argument that is a reference as an object, `{"$ref": "kb:#3.labels"}`; undefined for any other value. */
export function referenceText(value: Json | undefined): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value as JsonObject);
  const [name, text] = members[0] ?? [];
  return members.length === 1 && name === "$ref" && typeof text === "string" ? text : undefined;
}

/** The environment and the name in a reference; undefined for any other text. */
export function splitReference(
  text: string,
): { readonly environment: string; readonly name: string } | undefined {
  const match = /^([\w-]+):(\S.*)$/su.exec(text.trim());
  return match === null ? undefined : { environment: match[1] as string, name: (match[2] as string).trim() };
}
