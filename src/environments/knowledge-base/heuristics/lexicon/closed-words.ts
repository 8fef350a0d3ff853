const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** Words of the grammar. Alone they are names only where they are written as names. */
export const CLOSED_WORDS: ReadonlySet<string> = words(
  `a an the of by in on at to from for with about as is are was were be been being do does did has have had who whom whose what which when where how
  why that this these those it its he his she her they their them there and or not no also too other another else same share shared shares all any
  each every some many much more most less least than under over after before between since until during into 's ? . , ! : ; can could would will
  you me please tell give show list name find i we my us know out one`,
);

/** Adjectives and adverbs that add nothing that can be looked up. */
export const EMPTY_ADJECTIVES: ReadonlySet<string> = words(
  "main primary principal various different listed certain known",
);

/** Relatives whose sex the noun tells. */
export const KIN_MALE: ReadonlySet<string> = words(
  "father dad daddy papa son husband brother uncle grandfather nephew",
);
export const KIN_FEMALE: ReadonlySet<string> = words(
  "mother mom mum mommy mama daughter wife sister aunt grandmother niece",
);

export const MALE: ReadonlySet<string> = new Set([...KIN_MALE, ...words("king prince man men boy")]);
export const FEMALE: ReadonlySet<string> = new Set([
  ...KIN_FEMALE,
  ...words("actress queen princess woman women girl"),
]);
