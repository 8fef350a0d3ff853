import { saysShare } from "./chart-of.ts";

/** Of what is to be read off one axis, the largest number is below so many times that of any other series. */
const MOST_APART = 20;

export interface Measured {
  readonly name: string;
  readonly numbers: readonly number[];
}

/** Series in groups that can be drawn over one axis, in their order: numbers of about one size, and no shares beside amounts. */
export function sharingAxis<T extends Measured>(series: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const each of series) {
    const group = groups.find((others) => others.every((other) => areOfOneKind(each, other)));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups;
}

function areOfOneKind(one: Measured, other: Measured): boolean {
  const [a, b] = [mostOf(one), mostOf(other)];
  // Zeros can be read off any axis.
  const areNear = Math.min(a, b) === 0 || Math.max(a, b) < MOST_APART * Math.min(a, b);
  return areNear && saysShare(one.name) === saysShare(other.name);
}

const mostOf = ({ numbers }: Measured): number => Math.max(...numbers.map(Math.abs));
