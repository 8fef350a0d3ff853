import type { Json } from "../../../../util/json.ts";

/** Far above any document seen; GitHub's has about 700,000. */
const MOST_VALUES = 5_000_000;
const DEEPEST = 400;

/**
 * Why a parsed value is too much to be read, if it is: a few anchors of YAML can stand for billions of values or for a circle. Shared values are
 * counted as often as they are met, but visited once.
 */
export function excessOf(value: Json): string | undefined {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  let excess: string | undefined;
  const sizeOf = (each: unknown, depth: number): number => {
    if (typeof each !== "object" || each === null || excess !== undefined) return 1;
    const known = sizes.get(each);
    if (known !== undefined) return known;
    if (open.has(each)) excess = "It contains itself by way of an anchor";
    else if (depth > DEEPEST) excess = `It is nested deeper than ${DEEPEST} levels`;
    if (excess !== undefined) return 1;
    open.add(each);
    let size = 1;
    for (const key in each) size += sizeOf((each as Record<string, unknown>)[key], depth + 1);
    open.delete(each);
    sizes.set(each, size);
    if (size > MOST_VALUES) excess = `It stands for more than ${MOST_VALUES.toLocaleString("en")} values`;
    return size;
  };
  sizeOf(value, 0);
  return excess;
}
