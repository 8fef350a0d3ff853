/** A copy that has been through JSON and cannot be changed, so that whoever tries is caught. */
export function frozenCopy<T>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}
