import { wordList } from "./word-list.ts";

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
