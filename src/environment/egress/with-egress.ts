import { given } from "../../util/given.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ActContext } from "../act-context.ts";
import type { Answer } from "../answer.ts";
import type { GraphCapability, SqlCapability } from "../capabilities.ts";
import type { ActResult, ConcludeResult, Description, Environment } from "../environment.ts";
import type { PermittedAction, PermittedSlot } from "../permitted-action.ts";
import type { FoundReading, Readings } from "../readings.ts";
import type { Task } from "../task.ts";
import type { Finding } from "../tool-failure.ts";
import type { Workspace } from "../workspace.ts";
import type { EgressLevel, Withheld } from "./egress-level.ts";
import { type EgressScope, isTellable, isWhole, valueForm, withinEgress } from "./marks.ts";
import { phrasesOf } from "./phrases-of.ts";
import { toldFinding, toldObservation, toldReferences, toldText } from "./told-observation.ts";

const SENTENCES: Readonly<Record<Withheld, string>> = {
  schema:
    "Values are withheld from you here: • stands for one. Work from names, types, keys, counts and the words of the question; the person is shown the real answer.",
  masked:
    "Values are shown to you here only by their form: x and X stand for letters, 9 for a digit. Work from names, types, keys, counts and the words of the question; the person is shown the real answer.",
};

/** What the model is told once of its level. */
export function egressSentence(level: Withheld): string {
  return SENTENCES[level];
}

/**
 * The environment as a model may see it. What it observes, is refused, offered and told of the environment holds no value (`schema`) or only their
 * forms (`masked`); answers and readings, which are the person's, stay whole, and so does what the tools compare and compute with. A subclass of
 * the environment's interface keeps its further members. At `all` it is the environment itself.
 */
export function withEgress<Kind extends Environment>(environment: Kind, level: EgressLevel): Kind {
  if (level === "all" || environment.egress === "schema" || environment.egress === level) return environment;
  const guard = createGuard(environment, level);
  const { permittedActions, workspaceText, instructionsFor } = environment;
  const { readings, sql, graph, references } = environment.capabilities;
  const { advice } = environment.egressWords ?? {};
  const told = (text: string) =>
    `${text}\n${egressSentence(level)}${advice === undefined ? "" : ` ${advice}`}`;
  const guarded = given({
    egress: level,
    policyKey: `${environment.policyKey ?? ""} egress ${level}`.trim(),
    instructions: told(environment.instructions),
    instructionsFor: instructionsFor && ((shown) => told(instructionsFor.call(environment, shown))),
    openWorkspace: (task, context) => environment.openWorkspace(task, context),
    close: () => environment.close(),
    effectOf: environment.effectOf?.bind(environment),
    capabilities: {
      ...environment.capabilities,
      ...given({
        readings: readings && guard.readings(readings),
        sql: sql?.definitions && guard.sql(sql),
        graph: graph?.triplesAround && guard.graph(graph),
        references:
          references &&
          toldReferences(references, (workspace, context, name) => guard.scope(context, workspace, name)),
      }),
    },
    describe: (part, task, context) => guard.describe(part, task, context),
    act: (workspace, action, context) => guard.act(workspace, action, context),
    conclude: (workspace, claim, context) => guard.conclude(workspace, claim, context),
    permittedActions:
      permittedActions &&
      (async (workspace, hint, context) => {
        const scope = await guard.scope(
          ...([context, workspace, taskTexts(hint.task), hint.thought] as const),
          ...(hint.written ?? []).map((action) => action.arguments),
        );
        const offered = await withinEgress(scope, () =>
          permittedActions.call(environment, workspace, hint, context),
        );
        return offered.flatMap((offer) => toldOffer(offer, scope));
      }),
    workspaceText:
      workspaceText &&
      ((workspace) => {
        const scope = guard.scopeOfWorkspace(workspace);
        const text = withinEgress(scope, () => workspaceText.call(environment, workspace));
        return toldText(text, scope);
      }),
  } satisfies { [Name in keyof Environment]?: Environment[Name] | undefined });
  // Getters of the environment stay live.
  const members = Object.entries(guarded).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(environment, Object.fromEntries(members)) as Kind;
}

function createGuard(environment: Environment, level: Withheld) {
  let schema: ReadonlySet<string> = new Set();
  const scopeOf = (texts: readonly string[]): EgressScope => {
    const wrote = phrasesOf(texts);
    const known = schema;
    const knows = (text: string) => known.has(text.toLowerCase()) || wrote(text);
    return { level, knows, names: new Set(), marked: new Map() };
  };
  const writtenIn = (workspace: Workspace | undefined) =>
    workspace === undefined ? [] : (environment.egressWords?.written(workspace) ?? []);
  const scope = async (
    context: ActContext,
    workspace: Workspace | undefined,
    ...texts: readonly (Json | undefined)[]
  ): Promise<EgressScope> => {
    schema = (await environment.egressWords?.names(context)) ?? schema;
    return scopeOf([...writtenIn(workspace), ...texts.flatMap(textsIn)]);
  };
  return {
    scope,
    scopeOfWorkspace: (workspace: Workspace) => scopeOf(writtenIn(workspace)),
    async describe(
      part: "schema" | "task",
      task: Task | undefined,
      context: ActContext,
    ): Promise<Description> {
      const within = await scope(context, undefined, taskTexts(task));
      const { text, ...rest } = await withinEgress(within, () => environment.describe(part, task, context));
      return { ...rest, text: toldText(text, within) };
    },
    async act(workspace: Workspace, action: Parameters<Environment["act"]>[1], context: ActContext) {
      const within = await scope(
        context,
        workspace,
        action.tool,
        Object.keys(action.arguments),
        action.arguments,
      );
      const result = await withinEgress(within, () => environment.act(workspace, action, context));
      if (result.failure !== undefined) return { failure: toldFinding(result.failure, within) };
      const tool = environment.tools.find(({ name }) => name === action.tool);
      const observation = toldObservation(result.observation, tool?.outputSchema ?? {}, within);
      return { workspace: result.workspace, observation } satisfies ActResult;
    },
    async conclude(
      workspace: Workspace,
      claim: Parameters<Environment["conclude"]>[1],
      context: ActContext,
    ): Promise<ConcludeResult> {
      const within = await scope(context, workspace, claim.text);
      const result = await withinEgress(within, () => environment.conclude(workspace, claim, context));
      if (result.failure !== undefined) return { failure: toldFinding(result.failure, within) };
      const { answer, warnings, notes } = result;
      const told = (findings: readonly Finding[]) => findings.map((finding) => toldFinding(finding, within));
      return {
        ...result,
        answer: withToldColumns(answer, within),
        ...(warnings === undefined ? {} : { warnings: told(warnings) }),
        ...(notes === undefined ? {} : { notes: told(notes) }),
      };
    },
    /** Of SQL only what is made for prompts is held back: queries are the scorers'. */
    sql: (sql: SqlCapability): SqlCapability => ({
      ...sql,
      async definitions(options, context) {
        const within = await scope(context, undefined);
        const tables = (await withinEgress(within, () => sql.definitions?.(options, context))) ?? [];
        return tables.map(({ sample, declared, ...table }) => ({
          ...table,
          ...(declared && {
            declared: {
              ...declared,
              // Enumerations have their values in their type.
              columns: declared.columns.map((column) => ({
                ...column,
                type: toldText(column.type, within),
              })),
            },
          }),
          definition: toldText(table.definition, within),
          ...(sample === undefined ? {} : { sample: sample.map((line) => toldText(line, within)) }),
        }));
      },
    }),
    graph: (graph: GraphCapability): GraphCapability => ({
      ...graph,
      async triplesAround(around, options, context) {
        const within = await scope(context, undefined, "question" in around ? around.question : []);
        const found = await withinEgress(within, () => graph.triplesAround?.(around, options, context));
        return found ?? { entities: [], unknown: [], triples: [], cut: true };
      },
    }),
    readings: (readings: Readings): Readings => ({
      async find(words, task, limit, context): Promise<readonly FoundReading[]> {
        const within = await scope(context, undefined, words, taskTexts(task));
        const found = await withinEgress(within, () => readings.find(words, task, limit, context));
        return found.map((reading) => ({ ...reading, told: toldText(reading.told ?? reading.text, within) }));
      },
    }),
  };
}

/** With the names of its columns as a model may read them: one may be that of a cell (PIVOT). */
function withToldColumns(answer: Answer, scope: EgressScope): Answer {
  const { rows } = answer;
  if (rows === undefined) return answer;
  const toldColumns = rows.columns.map((name) =>
    isWhole(name, scope) ? name : valueForm(name, scope.level),
  );
  return { ...answer, rows: { ...rows, toldColumns } };
}

/** What stands in a task in the person's words; an earlier answer is none of them. */
function taskTexts(task: Task | undefined): Json {
  if (task === undefined) return [];
  const { question, oracleKnowledge, previous, settled = [] } = task;
  const said = [...settled, ...(previous?.settled ?? [])].flatMap(({ words, meaning, told = meaning }) => [
    words,
    told,
  ]);
  return [question, oracleKnowledge ?? "", previous?.question ?? "", ...said];
}

/** An offer with a value in its arguments would tell it. */
function toldOffer<Offer extends PermittedAction | PermittedSlot>(
  offer: Offer,
  scope: EgressScope,
): readonly Offer[] {
  const [tool, given] =
    offer.type === "action"
      ? [offer.action.tool, offer.action.arguments]
      : [offer.tool, { ...offer.arguments, [offer.argument]: "…" }];
  const texts = textsIn(given);
  if (!texts.every((text) => text === "…" || isWhole(text, scope))) return [];
  const label = isTellable(offer.label, scope) ? offer.label : `${tool}(${texts.join(", ")})`;
  if (offer.type === "action") return [{ ...offer, label }];
  const constraint = toldConstraint(offer.constraint, scope);
  return constraint === undefined ? [] : [{ ...offer, label, constraint }];
}

/** The constraint without choices that are values; undefined where none is left. */
function toldConstraint(constraint: JsonObject, scope: EgressScope): JsonObject | undefined {
  const { enum: choices, description, ...rest } = constraint;
  const left = Array.isArray(choices)
    ? choices.filter((choice) => textsIn(choice).every((text) => isWhole(text, scope)))
    : undefined;
  if (left?.length === 0) return undefined;
  return {
    ...rest,
    ...(typeof description === "string" && isTellable(description, scope) ? { description } : {}),
    ...(left === undefined ? {} : { enum: left }),
  };
}

function textsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  if (typeof value === "object") return Object.values(value).flatMap((each) => textsIn(each as Json));
  return [String(value)];
}
