import { wordList } from "./names.ts";

/** Name, city's country, whether in the capital, streets, seats of each screen. */
export const cinemaSites: readonly {
  readonly name: string;
  readonly country: string;
  readonly inCapital: boolean;
  readonly street: string;
  readonly seats: readonly number[];
}[] = [
  {
    name: "Lanterna Liffey",
    country: "IE",
    inCapital: true,
    street: "14 Fishamble Row",
    seats: [148, 84, 46],
  },
  {
    name: "O'Dowd's Picture House",
    country: "IE",
    inCapital: false,
    street: "2 O'Connell Parade",
    seats: [96, 58],
  },
  {
    name: "Lanterna République",
    country: "FR",
    inCapital: true,
    street: "31, rue de l'Été",
    seats: [182, 110, 72, 44],
  },
  { name: "L'Étoile du Marché", country: "FR", inCapital: true, street: "8, place d'Auge", seats: [90, 64] },
  { name: "Le Petit Phare", country: "FR", inCapital: false, street: "5, quai Saint-Élie", seats: [120, 60] },
  {
    name: "Lanterna Midi",
    country: "BE",
    inCapital: true,
    street: "77, chaussée de l'Orge",
    seats: [134, 88, 52],
  },
  {
    name: "Filmbühne Grünauer",
    country: "DE",
    inCapital: true,
    street: "Weißgerberstraße 19",
    seats: [160, 98, 60],
  },
  { name: "Kino am Öhrbach", country: "DE", inCapital: false, street: "Mühlgasse 3", seats: [82, 40] },
  {
    name: "Lanterna Wienzeile",
    country: "AT",
    inCapital: true,
    street: "Süßmilchgasse 12",
    seats: [118, 74],
  },
  {
    name: "Cine Almendro",
    country: "ES",
    inCapital: true,
    street: "Calle de Ibáñez, 44",
    seats: [150, 92, 48],
  },
  { name: "Cine Puerto Lirio", country: "ES", inCapital: false, street: "Plaza Mayor, 1", seats: [76, 42] },
  {
    name: "Lanterna Trastevere",
    country: "IT",
    inCapital: true,
    street: "Via dell'Olmo, 25",
    seats: [140, 80, 56],
  },
  {
    name: "Cinema L'Ulivo",
    country: "IT",
    inCapital: false,
    street: "Piazza Dell'Acqua, 6",
    seats: [88, 50],
  },
  {
    name: "Cinema São Brás",
    country: "PT",
    inCapital: true,
    street: "Rua da Conceição, 103",
    seats: [104, 62],
  },
];

/** Occupations as members wrote them; the same one in several spellings, as free text has it. */
export const occupations: readonly string[] = [
  ...wordList(`Teacher, Nurse, Student, Retired, Engineer, Accountant, Librarian, Architect, Shop assistant, Bus driver, Civil servant,
    Translator, Chef, Electrician, Journalist, Pharmacist, Musician, Lawyer, Software developer, Care worker, Unemployed, Baker`),
];

/** Item, group, price in cents, weight, weight in summer. */
export const concessions: readonly (readonly [
  item: string,
  group: string,
  cents: number,
  weight: number,
  summer: number,
])[] = [
  ["Popcorn small", "Popcorn", 380, 14, 12],
  ["Popcorn large", "Popcorn", 590, 12, 10],
  ["Popcorn caramel", "Popcorn", 640, 6, 4],
  ["Mineral water 0.5 l", "Drinks", 260, 9, 16],
  ["Cola 0.4 l", "Drinks", 390, 12, 14],
  ["Apple spritzer", "Drinks", 360, 5, 8],
  ["Espresso", "Hot drinks", 240, 7, 3],
  ["Café au lait", "Hot drinks", 340, 6, 2],
  ["Glühwein", "Hot drinks", 450, 3, 0],
  ["Beer 0.33 l", "Drinks", 420, 7, 9],
  ["House wine", "Drinks", 520, 6, 6],
  ["Nachos & salsa", "Hot food", 610, 6, 4],
  ["Croque-monsieur", "Hot food", 680, 3, 2],
  ["Wine gums", "Sweets", 310, 6, 5],
  ["Grandma's fudge", "Sweets", 350, 3, 2],
  ["M'hanncha", "Sweets", 420, 1, 1],
  ["Vanilla cone", "Ice cream", 330, 2, 12],
  ["Sorbet cup", "Ice cream", 390, 1, 8],
];

export const jobTitles: readonly (readonly [title: string, centsPerHour: number, count: number])[] = [
  ["Projectionist", 1720, 1],
  ["Usher", 1310, 2],
  ["Box office clerk", 1380, 2],
  ["Bar staff", 1330, 2],
  ["Cleaner", 1290, 1],
];

export const keywords: readonly string[] =
  wordList(`amnesia, archaeology, arranged marriage, artificial intelligence, assassin, bank robbery, beekeeping, blackmail,
  boarding school, bullfighting, chess, circus, climate, coal mine, coming of age, con artist, courtroom, cycling, deserter,
  divorce, double life, earthquake, exile, factory strike, fairy tale, family secret, farm life, fashion, first love, fishing village,
  football, forgery, friendship, ghost, grief, haunted house, heist, high school, hitchhiker, holiday, hostage, immigration,
  infidelity, inheritance, island, jazz, journalism, kidnapping, language barrier, lighthouse, lost child, lottery, magic,
  midlife crisis, missing person, monastery, mountaineering, neighbours, night shift, opera, orphan, painter, parallel worlds,
  piano, plague, poker, political scandal, polar expedition, pregnancy, prison, private detective, racing, railway, refugee, restaurant,
  retirement, revenge, road trip, robot, sailing, science, serial killer, shipwreck, siblings, small town, space station,
  spy, stage fright, submarine, survival, teacher, theatre, time travel, treasure, trial, twins, undercover, vampire, village life,
  vineyard, volcano, wedding, whistleblower, widowhood, winter sports, witness, world war, writer's block`);

export const taglines: readonly string[] = [
  "Some doors only open once.",
  "Nobody leaves {city} the same.",
  "The truth is closer than it looks.",
  "Every family keeps one.",
  "It began with a letter.",
  "What would you give back?",
  "They had one night. It wasn't enough.",
  "Trust the map, not the road.",
  "He said he'd be home by Sunday.",
  "Love, lies and {keyword}.",
  "You can't outrun the tide.",
  "A story of {keyword}.",
  "Keep quiet. Keep walking.",
  "Laugh first. Ask later.",
  "She remembers everything.",
];

export const overviews: readonly string[] = [
  "When {hero}, a {trade} in {city}, finds an old photograph, a story of {keyword} that the town had buried comes back to life.",
  "{hero} has one week to leave {city}. Then {other} arrives with a plan that involves {keyword} and very little sleep.",
  "After a funeral in {city}, {hero} and {other} discover that their parents' past was shaped by {keyword}.",
  "In {city}, {hero} takes a job nobody else wanted and is drawn into {keyword}, against the advice of {other}.",
  "{hero} hasn't spoken to {other} in twenty years. A case of {keyword} forces them onto the same night train to {city}.",
  "The quiet life of {hero}, {trade} by trade, ends on the day that {other} knocks at the door and asks about {keyword}.",
  "Two strangers, {hero} and {other}, share a flat in {city} by mistake; {keyword} does the rest.",
  "A portrait of {city} over one winter, seen by {hero}, whose notes on {keyword} nobody was meant to read.",
  "{hero} swore never to return to {city}. {other} offers one good reason, and it has to do with {keyword}.",
];

export const characterRoles: readonly string[] = wordList(
  `Doctor, Detective, Captain, Judge, Sister, Professor, Old man, Neighbour, Receptionist, Inspector, Driver, Nurse`,
);

export const studioParts: readonly [starts: readonly string[], ends: readonly string[]] = [
  wordList(`Halcyon, Blue Heron, Lanterna, Orme & Daughters, Kite Street, Vesper, Les Films du Phare, Studio Kamień, Nordlys, Casa Tordo,
    Mondragón, Silberwald, Umibe, Han River, Chaand, Yakamoz, Pelican Yard, Northgate, Quatre Vents, Bellafonte, Old Mill, Third Act,
    O'Hara Brothers, Paper Lion, Red Door, Aurélie & Fils, Sjøstjerne, Tangerine, Ironwood, Fable, Green Room, Meridian Row`),
  wordList("Pictures, Films, Productions, Studios, Entertainment, Cinéma"),
];

export const reviewSentences: readonly (readonly string[])[] = [
  [
    "A waste of an evening.",
    "I walked out after an hour.",
    "Nothing in it works.",
    "Badly acted, worse written.",
    "What a bore.",
  ],
  [
    "It never finds its feet.",
    "A good idea lost in a poor script.",
    "Too long by half.",
    "Some nice shots, little else.",
    "I'd hoped for more.",
  ],
  [
    "Fine for a rainy Sunday.",
    "Solid, if rarely surprising.",
    "The leads carry it.",
    "It's all right.",
    "Uneven, but I'm glad I saw it.",
  ],
  [
    "Beautifully shot and well played.",
    "A quiet film that stays with you.",
    "Funny, sad and wise.",
    "The score is a marvel.",
    "Better than I'd been told.",
  ],
  [
    "A masterpiece.",
    "I went back the next day.",
    "The best thing I've seen this year.",
    "Perfect from first to last.",
    'I cried twice. "Go see it," I tell everyone.',
  ],
];
