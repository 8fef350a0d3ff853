/** What must not become markup, script or a turned line, whichever place of a page it stands in. Each attack calls `hacked`. */
export const HOSTILE = [
  `</script><script>hacked("script")</script>`,
  `<!--<script>hacked("comment")`,
  `"><img src=x onerror='hacked("image")'>`,
  `'); hacked("call"); ('`,
  ["$", "{hacked('template')}"].join(""),
  `]]><svg onload=hacked("svg")>`,
  "\u202etnemucod sdrawkcab\u202c and \u2066isolated\u2069",
  "\u2028 and \u2029 and \u0000",
  "</title></style></textarea>",
].join(" ");

/** Everything that a record can hold of data. */
export const hostileRecord = {
  question: HOSTILE,
  answer: HOSTILE,
  predicted: HOSTILE,
  gold: HOSTILE,
  remark: HOSTILE,
  error: HOSTILE,
  reason: HOSTILE,
  outcome: "stopped",
  groups: { [HOSTILE]: HOSTILE, constructor: "x", __proto__: "y" },
  failures: { [HOSTILE]: 1 },
};
