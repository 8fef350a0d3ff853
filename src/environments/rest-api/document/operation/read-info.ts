import { isObject } from "../../../../util/is-object.ts";
import type { ApiDocument } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { memberOf, textOf } from "../reading/json-shape.ts";
import { childOf, childrenOf } from "../reading/place.ts";

export function readInfo(reader: DocumentReader): Pick<ApiDocument, "title" | "version" | "description"> {
  const { value } = childOf(reader.root, "info");
  if (!isObject(value)) reader.fault(reader.root, `"info" is missing; the API has no title.`);
  const title = textOf(memberOf(value, "title"))?.trim();
  return {
    title: title || reader.root.file.name,
    version: textOf(memberOf(value, "version")) ?? "",
    description: textOf(memberOf(value, "description")) ?? textOf(memberOf(value, "summary")) ?? "",
  };
}

export function readTags(reader: DocumentReader): ApiDocument["tags"] {
  return childrenOf(childOf(reader.root, "tags")).flatMap(([, { value }]) => {
    const name = textOf(memberOf(value, "name"));
    return name === undefined
      ? []
      : [{ name, description: textOf(memberOf(value, "description"))?.trim() ?? "" }];
  });
}
