import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { BodyContent, Operation, Parameter, Schema } from "../document/api-document.ts";
import { mustHaveMembers } from "../operation-needs.ts";
import type { ArgumentOrigins } from "../search/argument-origins.ts";
import type { ArgumentChecker } from "./argument-checker.ts";
import {
  impossible,
  impossibleBody,
  missingMember,
  missingParameter,
  unknownArgument,
} from "./argument-failures.ts";
import { type Members, membersOf } from "./body-members.ts";
import { buildRequest } from "./build-request.ts";
import { coerced } from "./coerced.ts";
import { pathText } from "./parameter-text.ts";
import { placeArguments } from "./place-arguments.ts";
import { createSchemaValidator, type SchemaFault } from "./schema-validator.ts";

export interface ArgumentCheckerOptions {
  /** Absolute, without a slash at its end. */
  readonly server: string;
  /** A schema with everything that it refers to inside it. */
  readonly close: (schema: Schema) => JsonObject;
  readonly origins: ArgumentOrigins;
}

type Checked<T> =
  | { readonly value: T; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly value?: never };

const NO_MEMBERS: Members = { list: [], open: false };

/** Texts that no path can hold: an empty one, and dots, which stand for the path above however they are encoded. */
function faultInPath(parameter: Parameter, value: Json): SchemaFault | undefined {
  if (parameter.in !== "path") return undefined;
  const text = pathText(parameter, value);
  const message =
    text === ""
      ? "must not be empty"
      : /^(?:\.|%2e){1,2}$/iu.test(text)
        ? "must not be dots alone"
        : undefined;
  return message === undefined ? undefined : { at: "", message, keyword: "path" };
}

/** See `ArgumentChecker`; the first thing that is wrong is told. */
export function createArgumentChecker({ server, close, origins }: ArgumentCheckerOptions): ArgumentChecker {
  const validator = createSchemaValidator(close);
  const told = { origins, close };

  function ofParameter(operation: Operation, parameter: Parameter, given: Json): Checked<Json> {
    const root = close(parameter.schema);
    const value = coerced(given, root);
    const fault = validator.fault(parameter.schema, value) ?? faultInPath(parameter, value);
    return fault === undefined
      ? { value }
      : { failure: impossible(operation, parameter.name, value, fault, root) };
  }

  function ofBody(
    operation: Operation,
    content: BodyContent,
    members: Members,
    given: Json | undefined,
  ): Checked<Json | undefined> {
    const root = close(content.schema);
    const lacking = members.list.find(
      ({ name, required }) => required && !(isObject(given) && given[name] !== undefined),
    );
    if (lacking !== undefined && (given === undefined ? mustHaveMembers(operation) : isObject(given))) {
      return { failure: missingMember(operation, lacking, root, told) };
    }
    if (given === undefined) {
      if (operation.body?.required !== true || members.list.length > 0 || members.open)
        return { value: undefined };
      return {
        failure: missingMember(
          operation,
          { name: "body", schema: content.schema, required: true, description: operation.body.description },
          root,
          told,
        ),
      };
    }
    const value = coerced(given, root);
    const fault = validator.fault(content.schema, value);
    return fault === undefined ? { value } : { failure: impossibleBody(operation, fault) };
  }

  return {
    check(operation, given) {
      const content = operation.body?.contents[0];
      const members = content === undefined ? NO_MEMBERS : membersOf(close(content.schema));
      const placed = placeArguments(operation, content, members, given);
      if (placed.unknown !== undefined) {
        return { failure: unknownArgument(operation, placed.unknown, members, given) };
      }
      const parameters: Record<string, Json> = {};
      for (const parameter of operation.parameters) {
        const value = placed.parameters[parameter.name];
        if (value === undefined && !parameter.required) continue;
        if (value === undefined) return { failure: missingParameter(operation, parameter, told) };
        const checked = ofParameter(operation, parameter, value);
        if (checked.failure) return { failure: checked.failure };
        parameters[parameter.name] = checked.value;
      }
      if (content === undefined) return { arguments: { parameters, findings: [] } };
      const body = ofBody(operation, content, members, placed.body);
      if (body.failure) return { failure: body.failure };
      return {
        arguments: { parameters, findings: [], ...(body.value === undefined ? {} : { body: body.value }) },
      };
    },
    build: (operation, checked) => buildRequest(server, operation, checked),
  };
}
