import { isObject } from "../../../../util/is-object.ts";
import type { ApiDocument } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf } from "../reading/place.ts";

/** Variables are filled with their defaults. */
function readServers(root: Place): readonly string[] {
  return childrenOf(childOf(root, "servers")).flatMap(([, place]) => {
    const template = textOf(memberOf(place.value, "url"))?.trim();
    const variables = childOf(place, "variables");
    return (
      template?.replace(/\{([^{}]*)\}/gu, (whole, name: string) => {
        const { value } = childOf(variables, name);
        if (value === undefined) return whole;
        const values = memberOf(value, "enum");
        return textOf(memberOf(value, "default")) ?? (isList(values) ? textOf(values[0]) : undefined) ?? "";
      }) ?? []
    );
  });
}

/** The document's own servers; where it names none, the place where it was found is meant. */
export function documentServers(reader: DocumentReader, source: string | undefined): readonly string[] {
  if (reader.dialect === "2.0") return swaggerServers(reader, source);
  const servers = readServers(reader.root);
  return servers.length > 0 ? servers : ["/"];
}

function swaggerServers({ root }: DocumentReader, source: string | undefined): readonly string[] {
  const found = source === undefined ? null : URL.parse(source);
  const isWeb = found !== null && /^https?:$/u.test(found.protocol);
  const host = textOf(memberOf(root.value, "host")) ?? (isWeb ? found.host : undefined);
  const path = textOf(memberOf(root.value, "basePath")) ?? "/";
  const base = path.startsWith("/") ? path : `/${path}`;
  if (host === undefined) return [base];
  const given = memberOf(root.value, "schemes");
  const schemes = isList(given) ? given.filter((each) => each === "https" || each === "http") : [];
  const used = schemes.length > 0 ? schemes : [isWeb ? found.protocol.slice(0, -1) : "https"];
  return used
    .toSorted()
    .toReversed()
    .map((scheme) => `${scheme}://${host.replace(/\/+$/u, "")}${base}`);
}

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
