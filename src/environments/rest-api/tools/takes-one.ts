import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "../document/api-document.ts";
import { closure } from "../document/closure.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";
import { membersOf } from "../request/body-members.ts";
import { followed, typesOf } from "../request/schema-view.ts";

/** How documents say that a text holds several. */
const SEVERAL = /comma|separated|delimited/iu;
const NAMED_SEVERAL = /ids$|list$/iu;

/**
 * True where a list was made one text, or put into a path, for an argument of which nothing says that it takes several: `1,2` as an id is accepted by
 * the document and means nothing to the server.
 */
export function takesOne(
  { parameters, body }: Operation,
  list: readonly Json[],
  checked: CheckedArguments,
  document: ApiDocument,
): boolean {
  const joined = list.map(String).join(",");
  const whole = JSON.stringify(list);
  const became = (value: Json | undefined, inPath: boolean): boolean =>
    value === joined || (inPath && JSON.stringify(value) === whole);
  const single = (name: string, description: string, root: JsonObject, node: Json): boolean =>
    !typesOf(root, node).includes("array") &&
    !NAMED_SEVERAL.test(name) &&
    !SEVERAL.test(`${description} ${followed(root, node).description ?? ""}`);
  const asParameter = parameters.some(({ name, description, schema, in: place }) => {
    if (!became(checked.parameters[name], place === "path")) return false;
    const root = closure(document, schema);
    return single(name, description, root, root);
  });
  return asParameter || (isObject(checked.body) && inBody(checked.body, body?.contents[0]?.schema));

  function inBody(sent: JsonObject, schema: Schema | undefined): boolean {
    if (schema === undefined) return false;
    const root = closure(document, schema);
    return membersOf(root).list.some(
      (member) =>
        became(sent[member.name], false) && single(member.name, member.description, root, member.schema),
    );
  }
}
