/** Score of a value that equals the query but for case, accents or space: as near as can be without being equal. */
export const FOLDED_SCORE = 0.99;
