/** A URL with one query parameter set, the others' text left as it is: a parser would write commas and spaces of theirs in another way. */
export function withQuery(address: string, name: string, value: string): string {
  const [, start = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/su.exec(address) ?? [];
  const others = query.split("&").filter((pair) => pair !== "" && nameOf(pair) !== name);
  const own = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${start}?${[...others, own].join("&")}${fragment}`;
}

function nameOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
