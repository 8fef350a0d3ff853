import { z } from "zod";
import { given } from "../util/given.ts";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { nearestNames } from "../util/nearest-names.ts";
import { visibleText } from "../util/visible-text.ts";
import type { ActContext } from "./act-context.ts";
import { changed, joined, type Marked, type MarkedObject, ownText, say, schemaName } from "./egress/marks.ts";
import type { Observation, Truncation } from "./observation.ts";
import type { Tool } from "./tool.ts";
import {
  type FailureCode,
  type Finding,
  invalidArgument,
  type MarkedFailure,
  type OrFailure,
  type ToolFailure,
} from "./tool-failure.ts";

/** Result of a tool: an observation, with the new state if the tool wrote, or a failure. */
export type ToolOutcome<State, Text extends string = string> = OrFailure<
  { readonly observation: Observation<Text>; readonly state?: State },
  Text
>;

/** What tools receive unless the environment defines `open`. */
export interface StateCall<State> {
  readonly state: State;
  readonly context: ActContext;
}

/** A tool with its implementation. `Call`: the object that the environment's tools receive. */
export interface RunnableTool<Call, State, Text extends string = string> {
  readonly tool: Tool;
  /** `input` has the shape of the tool's schema (`read-arguments.ts`). */
  run(input: JsonObject, call: Call): Promise<ToolOutcome<State, Text>>;
}

/** Definition of a tool: texts for the model, zod schemas of input and output, and the implementation. */
export interface ToolDefinition<Input extends z.ZodObject, Call, State, Text extends string = string>
  extends Pick<
    Tool,
    "name" | "description" | "onlyBesideOthers" | "takesReferences" | "adds" | "essential" | "onDemand"
  > {
  /** `functional` unless given. */
  readonly group?: Tool["group"];
  readonly input: Input;
  /** Shape of `Observation.data`, which is empty unless given. */
  readonly output?: z.ZodObject;
  readonly prerequisites?: readonly string[];
  /** Default: functional tools write, navigational ones only read. */
  readonly workspace?: Tool["workspace"];
  /** `none` unless given. */
  readonly effect?: Tool["effect"];
  /** A tool that only reads may return the observation alone. */
  run(input: z.output<Input>, call: Call): Promise<ToolOutcome<State, Text> | Observation<Text>>;
}

const NO_DATA = z.object({});

/** Makes a tool from zod shapes of its input and output. */
function defineTool<Input extends z.ZodObject, Call, State, Text extends string>(
  definition: ToolDefinition<Input, Call, State, Text>,
): RunnableTool<Call, State, Text | Marked> {
  const { name, description, input, output = NO_DATA, prerequisites = [] } = definition;
  const { group = "functional", onlyBesideOthers, takesReferences, adds, essential, onDemand } = definition;
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
      ...given({ onlyBesideOthers, takesReferences, adds, essential, onDemand }),
    },
    async run(value, call) {
      const read = input.safeParse(value);
      if (!read.success) return { failure: outOfBounds(name, read.error.issues[0]) };
      const outcome = await definition.run(read.data, call);
      return "text" in outcome ? { observation: outcome } : outcome;
    },
  };
}

/** `defineTool` for one environment, whose types need not be repeated with each tool. `Text`: type of the tools' texts. */
export function toolFor<State, Call = StateCall<State>, Text extends string = string>() {
  return <Input extends z.ZodObject>(
    definition: ToolDefinition<Input, Call, State, Text>,
  ): RunnableTool<Call, State, Text | Marked> => defineTool(definition);
}

/** Arguments of the right form may still be outside the schema's bounds: an empty list, a number that is too large. */
function outOfBounds(tool: string, issue: z.core.$ZodIssue | undefined): MarkedFailure {
  const argument = issue?.path.map(String).join(".") ?? "";
  // A schema's message repeats at most the model's own input.
  const why = ownText(issue?.message ?? "it does not fit its schema");
  return invalidArgument(
    argument,
    say`Argument "${schemaName(argument)}" of ${schemaName(tool)} cannot be that: ${why}.`,
  );
}

/** A failure for a tool or a claim; suggests the `known` names nearest to the `written` one. */
export function refuse(
  code: FailureCode,
  message: string,
  written = "",
  known: readonly string[] = [],
): { readonly failure: ToolFailure } {
  const suggestions = nearestNames(written, known, { limit: 3 }).map(({ name }) => ({ text: name }));
  return { failure: { code, message, suggestions } };
}

type DataOf<Text extends string> = Text extends Marked ? MarkedObject : JsonObject;

/**
 * Joins lines to an observation. Line breaks within a line are made visible (`visibleText`); empty lines are left out. Pass a layout line by
 * line, and make line breaks in its data visible before splitting it.
 */
export function observe<Text extends string>(
  lines: readonly (Text | "" | undefined)[],
  data: DataOf<Text> = {} as DataOf<Text>,
  more: {
    readonly warnings?: readonly Finding<Text>[];
    readonly notes?: readonly Finding<Text>[];
    readonly truncation?: Truncation<Text> | undefined;
  } = {},
): Observation<Text> {
  const shown = lines.flatMap((line) =>
    line === undefined || line === "" ? [] : [changed(line, visibleText) as Text],
  );
  return {
    text: joined(shown, "\n"),
    data: data as JsonObject,
    warnings: more.warnings ?? [],
    notes: more.notes ?? [],
    ...(more.truncation ? { truncation: more.truncation } : {}),
  };
}

/**
 * The JSON Schema of a tool's arguments or data. Parts that tell a model nothing (open objects, bounds of safe integers) are left out, because it
 * is sent with every request. `z.strictObject` is closed, `z.object` is open; any JSON is `z.unknown()`, written `{}`. A recursive schema is
 * refused.
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
