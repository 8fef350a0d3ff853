import { isObject } from "../../../../util/is-object.ts";
import type { BodyContent, Parameter, PartEncoding, RequestBody } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { memberOf, textOf, truthOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import { preferredFirst } from "./media-type.ts";

const STYLES: readonly Parameter["style"][] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/** `requestBody` of OpenAPI 3. */
export function readBody(operation: Place, reader: DocumentReader): RequestBody | undefined {
  const written = childOf(operation, "requestBody");
  if (written.value === undefined || written.value === null) return undefined;
  const place = reader.follow(written);
  if (place === undefined) return undefined;
  const content = childOf(place, "content");
  const contents = childrenOf(content).flatMap(([mediaType, entry]): readonly BodyContent[] => {
    const media = reader.follow(entry);
    if (media === undefined) return [];
    // What anybody may send is sent as JSON.
    const type = /^(?:\*|application)\/\*/u.test(mediaType) ? "application/json" : mediaType;
    return [
      {
        mediaType: type,
        schema: reader.schema(childOf(media, "schema")),
        encoding: encodingOf(childOf(media, "encoding")),
      },
    ];
  });
  if (contents.length === 0) {
    if (isObject(place.value) && truthOf(memberOf(place.value, "required")) === true)
      reader.fault(place, "The request body has no content; none is sent.");
    return undefined;
  }
  return {
    required: truthOf(memberOf(place.value, "required")) ?? false,
    description: textOf(memberOf(place.value, "description")) ?? "",
    contents: preferredFirst(contents, ({ mediaType }) => mediaType),
  };
}

function encodingOf(place: Place): Readonly<Record<string, PartEncoding>> {
  const entries = childrenOf(place).map(([name, { value }]): readonly [string, PartEncoding] => {
    const contentType = memberOf(value, "contentType");
    const style = STYLES.find((each) => each === memberOf(value, "style"));
    const explode = truthOf(memberOf(value, "explode"));
    return [
      name,
      {
        ...(typeof contentType === "string" && { contentType }),
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
      },
    ];
  });
  return Object.fromEntries(entries);
}
