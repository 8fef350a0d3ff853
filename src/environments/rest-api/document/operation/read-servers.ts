import { isObject } from "../../../../util/is-object.ts";
import type { ApiDocument, Server } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf } from "../reading/place.ts";

/** `servers` of the document, a path or an operation; empty where there are none. */
function readServers(holder: Place): readonly Server[] {
  const list = childOf(holder, "servers");
  return childrenOf(list).flatMap(([, place]): readonly Server[] => {
    const template = textOf(memberOf(place.value, "url"))?.trim();
    if (template === undefined) return [];
    const variables = variablesOf(place);
    const url = template.replace(/\{([^{}]*)\}/gu, (whole, name: string) =>
      Object.hasOwn(variables, name) ? (variables[name]?.default ?? whole) : whole,
    );
    return [{ url, description: textOf(memberOf(place.value, "description")) ?? "", variables, template }];
  });
}

function variablesOf(place: Place): Server["variables"] {
  const declared = childrenOf(childOf(place, "variables")).map(([name, variable]) => {
    const given = memberOf(variable.value, "enum");
    const values = isList(given) ? given.flatMap((each) => textOf(each) ?? []) : [];
    const initial = textOf(memberOf(variable.value, "default"));
    return [name, { default: initial ?? values[0] ?? "", enum: values }] as const;
  });
  return Object.fromEntries(declared);
}

/** The document's own servers; where it names none, the place where it was found is meant. */
export function documentServers(reader: DocumentReader, source: string | undefined): readonly Server[] {
  if (reader.dialect === "2.0") return swaggerServers(reader, source);
  const servers = readServers(reader.root);
  return servers.length > 0 ? servers : [plainServer("/")];
}

function swaggerServers({ root }: DocumentReader, source: string | undefined): readonly Server[] {
  const found = source === undefined ? null : URL.parse(source);
  const isWeb = found !== null && /^https?:$/u.test(found.protocol);
  const host = textOf(memberOf(root.value, "host")) ?? (isWeb ? found.host : undefined);
  const path = textOf(memberOf(root.value, "basePath")) ?? "/";
  const base = path.startsWith("/") ? path : `/${path}`;
  if (host === undefined) return [plainServer(base)];
  const given = memberOf(root.value, "schemes");
  const schemes = isList(given) ? given.filter((each) => each === "https" || each === "http") : [];
  const used = schemes.length > 0 ? schemes : [isWeb ? found.protocol.slice(0, -1) : "https"];
  return used
    .toSorted()
    .toReversed()
    .map((scheme) => plainServer(`${scheme}://${host.replace(/\/+$/u, "")}${base}`));
}

function plainServer(url: string): Server {
  return { url, description: "", variables: {}, template: url };
}

/** Servers of an operation, else of its path; empty where the document's hold. */
export function operationServers(path: Place, operation: Place): readonly Server[] {
  const own = readServers(operation);
  if (own.length > 0 || !isObject(path.value)) return own;
  return readServers(path);
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
