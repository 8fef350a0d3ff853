/** Whether each name is in the other at least as often. */
export function isWithin(own: Iterable<string>, other: Iterable<string>): boolean {
  const left = [...other];
  return [...own].every((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
