/** Readable, and without what stands before the property where a name is a path: `film__film__genre`. */
export function propertyName(name: string): string {
  const last = name.split("__").findLast((part) => part !== "") ?? name;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
