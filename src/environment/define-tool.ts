import { z } from "zod";
import { given } from "../util/given.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import { visibleText } from "../util/visible-text.ts";
import type { ActContext } from "./act-context.ts";
import type { Observation, Truncation } from "./observation.ts";
import type { Tool } from "./tool.ts";
import {
  type FailureCode,
  type Finding,
  invalidArgument,
  type OrFailure,
  type ToolFailure,
} from "./tool-failure.ts";

/** What a tool hands back: an observation, with the new state where it wrote, or a failure that teaches. */
export type ToolOutcome<State> = OrFailure<{ readonly observation: Observation; readonly state?: State }>;

/** What the tools of an environment work with, where they need nothing else. */
export interface StateCall<State> {
  readonly state: State;
  readonly context: ActContext;
}

/** A tool with the code behind it. `Call` is what the tools of one environment work with. */
export interface RunnableTool<Call, State> {
  readonly tool: Tool;
  /** `input` has the shape of the tool's schema (`read-arguments.ts`). */
  run(input: JsonObject, call: Call): Promise<ToolOutcome<State>>;
}

/** What a tool is made of: what the model reads of it, zod shapes of its input and output, and the code behind it. */
export interface ToolDefinition<Input extends z.ZodObject, Call, State>
  extends Pick<Tool, "name" | "description" | "onlyBesideOthers" | "takesReferences" | "adds" | "essential"> {
  /** `functional` unless given: it gives a new state. */
  readonly group?: Tool["group"];
  readonly input: Input;
  /** Shape of `Observation.data`. */
  readonly output: z.ZodObject;
  readonly prerequisites?: readonly string[];
  /** Default: functional tools write, navigational ones only read. */
  readonly workspace?: Tool["workspace"];
  /** `none` unless said. */
  readonly effect?: Tool["effect"];
  /** A tool that only looks may hand back its observation alone. */
  run(input: z.output<Input>, call: Call): Promise<ToolOutcome<State> | Observation>;
}

/** Makes a tool from zod shapes of its input and output. */
function defineTool<Input extends z.ZodObject, Call, State>(
  definition: ToolDefinition<Input, Call, State>,
): RunnableTool<Call, State> {
  const { name, description, input, output, prerequisites = [] } = definition;
  const { group = "functional", onlyBesideOthers, takesReferences, adds, essential } = definition;
  return {
    tool: {
      name,
      description,
      group,
      inputSchema: toolSchema(input),
      outputSchema: toolSchema(output),
      prerequisites,
      workspace: definition.workspace ?? (group === "functional" ? "writes" : "reads"),
      effect: definition.effect ?? "none",
      ...given({ onlyBesideOthers, takesReferences, adds, essential }),
    },
    async run(value, call) {
      const read = input.safeParse(value);
      if (!read.success) return { failure: outOfBounds(name, read.error.issues[0]) };
      const outcome = await definition.run(read.data, call);
      return "text" in outcome ? { observation: outcome } : outcome;
    },
  };
}

/** `defineTool` for the tools of one environment, whose state and calls need not be named with each. */
export function toolFor<State, Call = StateCall<State>>() {
  return <Input extends z.ZodObject>(
    definition: ToolDefinition<Input, Call, State>,
  ): RunnableTool<Call, State> => defineTool(definition);
}

/** Arguments of the right form may still be outside the schema's bounds: an empty list, a number that is too large. */
function outOfBounds(tool: string, issue: z.core.$ZodIssue | undefined): ToolFailure {
  const argument = issue?.path.map(String).join(".") ?? "";
  const why = issue?.message ?? "it does not fit its schema";
  return invalidArgument(argument, `Argument "${argument}" of ${tool} cannot be that: ${why}.`);
}

/** What a tool or a claim is refused with; of `known` names, those nearest to the `written` one are suggested. */
export function refuse(
  code: FailureCode,
  message: string,
  written = "",
  known: readonly string[] = [],
): { readonly failure: ToolFailure } {
  const suggestions = nearestNames(written, known, { limit: 3 }).map(({ name }) => ({ text: name }));
  return { failure: { code, message, suggestions } };
}

/**
 * An observation made of lines, of which each stays one whatever is in it (`visibleText`); empty ones are left out. A layout of several lines is
 * handed in line by line, with what comes from data made visible before it is split.
 */
export function observe(
  lines: readonly (string | undefined)[],
  data: JsonObject,
  more: {
    readonly warnings?: readonly Finding[];
    readonly notes?: readonly Finding[];
    readonly truncation?: Truncation | undefined;
  } = {},
): Observation {
  return {
    text: lines.flatMap((line) => (line === undefined || line === "" ? [] : [visibleText(line)])).join("\n"),
    data,
    warnings: more.warnings ?? [],
    notes: more.notes ?? [],
    ...(more.truncation ? { truncation: more.truncation } : {}),
  };
}

/**
 * The JSON Schema of a tool's arguments or data without what tells a model nothing, as it is sent with every request: that an object is open,
 * that integers are safe ones. `z.strictObject` is closed, `z.object` is open; any JSON is `z.unknown()`, written `{}`. A recursive schema
 * is refused.
 */
export function toolSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    cycles: "throw",
    override: ({ jsonSchema }) => leaveOut(jsonSchema),
  });
  return rest as JsonObject;
}

function leaveOut(schema: z.core.JSONSchema.BaseSchema): void {
  if (isAnything(schema.additionalProperties)) delete schema.additionalProperties;
  if (isAnything(schema.items)) delete schema.items;
  // Names in JSON are texts.
  delete schema.propertyNames;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function isAnything(schema: unknown): boolean {
  return isObject(schema as Json | undefined) && Object.keys(schema as JsonObject).length === 0;
}
