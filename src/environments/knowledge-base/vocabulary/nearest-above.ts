const MOST = 3;

/** Of the classes that are stated to be above one, those right above: data also state classes above these. `aboveOf` gives what is stated of each. */
export function nearestAbove(
  stated: readonly string[],
  aboveOf: (name: string) => readonly string[],
): readonly string[] {
  const further = new Set(
    stated.flatMap((each) => aboveOf(each).filter((above) => !aboveOf(above).includes(each))),
  );
  return [...new Set(stated)].filter((each) => !further.has(each)).slice(0, MOST);
}
