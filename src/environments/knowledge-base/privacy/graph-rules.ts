/** What rules mean for one graph. IRIs are full. */
export interface GraphRules {
  /** Say nothing, and do not exist as nodes either. */
  readonly deniedPredicates: ReadonlySet<string>;
  /** Lead to `***` alone. */
  readonly maskedPredicates: ReadonlySet<string>;
  /** They do not exist, nor do their instances, in any place. Those below them are in it. */
  readonly deniedClasses: ReadonlySet<string>;
  /** Where given: only these, and their instances, exist among nodes. Those below them are in it. */
  readonly allowedClasses?: ReadonlySet<string>;
}

/** Whether whole nodes are hidden, so that what a node is has to be looked at. */
export function hidesNodes({ deniedClasses, allowedClasses }: GraphRules): boolean {
  return deniedClasses.size > 0 || allowedClasses !== undefined;
}
