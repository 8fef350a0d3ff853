/** Letters beyond ASCII of languages that are written in Latin letters, in lower case. Rare ones of loan words are left out. */
export const LATIN_LANGUAGES: readonly string[] = [
  "äöüß", // German
  "àâçéèêëîïôœùû", // French
  "áéíóúñü", // Spanish
  "ãõáâàçéêíóôúü", // Portuguese
  "àèéìíòóùú", // Italian
  "éëïöüáèóêô", // Dutch
  "åäöé", // Swedish
  "æøåéöäüò", // Danish, Norwegian
  "åäöšž", // Finnish
  "áðéíóúýþæö", // Icelandic
  "àçéèíïóòúü", // Catalan
  "áéíóú", // Irish
  "äõöüšž", // Estonian
  "ąćęłńóśźż", // Polish
  "áčďéěíňóřšťúůýž", // Czech
  "áäčďéíĺľňóôŕšťúýž", // Slovak
  "áéíóöőúüű", // Hungarian
  "čćđšž", // Croatian, Slovene
  "ăâîşţ", // Romanian, as it is written outside Unicode
  "ëç", // Albanian
  "çğıiöşüâî", // Turkish
  "ąčęėįšųūž", // Lithuanian
  "āčēģīķļņšūž", // Latvian
];

/** The letters that make up most of a text in scripts other than Latin. */
export const COMMON_LETTERS: Readonly<Record<string, string>> = {
  Cyrillic: "оеаинтсрвлкмдпуія",
  Greek: "αοιετσνηυρπκλςάίόέή",
  Hebrew: "יוהלארתמבשנ",
  Arabic: "ايلمنرتبةسعدو",
  Thai: "นรกอเงมยลวดทสตะาปบคีิั่้",
};
