import { isObject } from "../../../../util/is-object.ts";
import type { ResponseSpec } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { memberOf, textOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import { isJsonType, preferredFirst } from "./media-type.ts";
import { mediaTypes } from "./read-swagger-body.ts";

export function readResponses(operation: Place, reader: DocumentReader): readonly ResponseSpec[] {
  const responses = childOf(operation, "responses");
  if (!isObject(responses.value)) {
    if (reader.dialect !== "3.1" || responses.value !== undefined)
      reader.fault(operation, "The operation says nothing about its responses.");
    return [];
  }
  return childrenOf(responses).flatMap(([status, entry]): readonly ResponseSpec[] => {
    if (status.startsWith("x-")) return [];
    if (!/^(?:[1-5](?:\d\d|xx)|default)$/iu.test(status)) {
      reader.fault(entry, `"${status}" is no status of HTTP; the response is ignored.`);
      return [];
    }
    const place = reader.follow(entry);
    if (place === undefined) return [];
    const name = status === "default" ? status : status.toUpperCase();
    return [
      {
        status: name,
        description: textOf(memberOf(place.value, "description")) ?? "",
        ...contentOf(place, operation, reader),
      },
    ];
  });
}

function contentOf(
  place: Place,
  operation: Place,
  reader: DocumentReader,
): Pick<ResponseSpec, "mediaType" | "schema"> {
  const direct = childOf(place, "schema");
  if (direct.value !== undefined) {
    const produces = mediaTypes(operation, "produces", reader);
    const mediaType = produces.find(isJsonType) ?? produces[0] ?? "application/json";
    if (reader.dialect !== "2.0")
      reader.fault(direct, `"schema" belongs under a media type in "content"; it is taken for JSON's.`);
    return { mediaType, schema: reader.schema(direct) };
  }
  const [best] = preferredFirst(childrenOf(childOf(place, "content")), ([type]) => type);
  if (best === undefined) return {};
  const media = reader.follow(best[1]);
  const schema = media && childOf(media, "schema");
  return { mediaType: best[0], ...(schema?.value !== undefined && { schema: reader.schema(schema) }) };
}
