/** Words for what holds both ways, in lower case. */
export const MUTUAL =
  /\b(?:friend|neighbou?r|border|connect|bond|link|sibling|partner|similar|relat|adjacen|rival|match|colleague|spouse|marri|pair)/u;
