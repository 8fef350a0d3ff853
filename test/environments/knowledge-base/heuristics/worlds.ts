/** Places with classes, numbers and dates. */
export const GEOGRAPHY = `
  Arland, Bergia, Cestria a Country
  Lund, Mora, Tresk, Vik, Olm, Springfield, Springfield@2 a City
  Sill, Great Wend, Orre a River
  Lund | country | Arland
  Mora | country | Arland
  Vik | country | Bergia
  Tresk | country | Bergia
  Olm | country | Cestria
  Springfield | country | Arland
  Springfield@2 | country | Cestria
  Arland | capital | Lund
  Bergia | capital | Vik
  Cestria | capital | Olm
  Arland | population | 4100000
  Bergia | population | 900000
  Cestria | population | 12000000
  Lund | population | 600000
  Mora | population | 90000
  Vik | population | 250000
  Tresk | population | 40000
  Olm | population | 3000000
`;

/** Books and those who made them. */
export const LIBRARY = `
  The Salt Road, Winter Letters, A Field of Glass, Harbour, The Ninth Bell, Quiet Rooms a Book
  Nora Quist, Emil Brandt, Sara Lind, Tomas Reed, Paula Voss a Person
  The Salt Road | author | Nora Quist
  Winter Letters | author | Nora Quist, Emil Brandt
  A Field of Glass | author | Emil Brandt
  Harbour | author | Sara Lind
  The Ninth Bell | author | Nora Quist
  Quiet Rooms | author | Paula Voss
  The Salt Road | illustrator | Sara Lind
  Harbour | illustrator | Sara Lind
  Winter Letters | illustrator | Tomas Reed
  The Ninth Bell | illustrator | Tomas Reed
  Quiet Rooms | illustrator | Sara Lind
  The Salt Road | publisher | Northway Press
  Winter Letters | publisher | Northway Press
  A Field of Glass | publisher | Lamp House
  Harbour | publisher | Lamp House
  The Ninth Bell | publisher | Lamp House
  The Salt Road | genre | Adventure
  Winter Letters | genre | Romance
  A Field of Glass | genre | Romance
  Harbour | genre | Adventure, Romance
  The Salt Road | publication year | 1961y
  Winter Letters | publication year | 1968y
  A Field of Glass | publication year | 1974y
  Harbour | publication year | 1999y
  The Ninth Bell | publication year | 1974y
  Quiet Rooms | publication year | 2004y
  Nora Quist | birth date | 1925-03-02
  Emil Brandt | birth date | 1931-11-20
  Sara Lind | birth date | 1950-07-01
  Nora Quist | birth place | Eastport
  Emil Brandt | birth place | Eastport
  Sara Lind | birth place | Millford
  Nora Quist | place of death | Millford
  Emil Brandt | place of death | Eastport
  Harbour | subject | sailing, loneliness
  Quiet Rooms | subject | loneliness
`;

/** Persons by name, without classes. */
export const FAMILY = `
  Hugo Berg | father | Anton Berg
  Hugo Berg | mother | Clara Falk
  Lena Berg | father | Anton Berg
  Lena Berg | mother | Clara Falk
  Anton Berg | father | Isak Berg
  Clara Falk | spouse | Anton Berg
  Hugo Berg | spouse | Rosa Ek
  Mia Berg | father | Hugo Berg
  Mia Berg | mother | Rosa Ek
  Isak Berg | profession | miller
  Anton Berg | profession | baker
  Hugo Berg | profession | teacher
  Rosa Ek | profession | teacher
  Anton Berg | born in | Falun
  Clara Falk | born in | Visby
  Hugo Berg | born in | Visby
  Mia Berg | born in | Falun
  Heat | profession | miller
  Falun | country | Norland
  Visby | country | Soland
  Ben | parents | Carl, Dora
  Carl | gender | male
  Dora | gender | female
`;

/** Names that several have, or that are only nearly those of something. */
export const NAMESAKES = `
  Springfield, Springfield@2, Lund a City
  Springfield | country | Arland
  Springfield@2 | country | Cestria
  Springfield | population | 1000
  Springfield@2 | population | 2000
  Lund | country | Arland
  Lund | population | 600000
  Jennifer Lind, Jennifer Berg, Sara Quist a Person
  Jennifer Lind | birth date | 1961-02-03
  Jennifer Berg | birth date | 1975-08-30
  Sara Quist | birth date | 1950-01-01
  Night Roads, Light Road, The Salt Mill a Book
  Night Roads | author | Jennifer Berg
  Light Road | author | Jennifer Lind
  The Salt Mill | author | Sara Quist
  Night Roads | publication year | 1999y
  Light Road | publication year | 2001y
  The Salt Mill | publication year | 2001y
`;

export const FILMS = `
  Red Tide | starred actors | Ada Bell, Gus Orr
  Low Sun | starred actors | Ada Bell, Kit Lowe
  Deep Mine | starred actors | Kit Lowe
  Red Tide | directed by | Max Thorn
  Low Sun | directed by | Max Thorn
  Deep Mine | directed by | Vera Nash
  Deep Mine | has tags | mine rescue
  Red Tide | has genre | Thriller
  Low Sun | has genre | Comedy
  Red Tide | release year | 1988y
  Low Sun | release year | 1991y
`;

/** Names with marks, names within names, words of the grammar as names, and relations named as paths. */
export const ODD_NAMES = `
  Who's Up, Doc? | directed by | Ed Moss
  The Long Way | directed by | Ann Reed
  The Long Way Home | directed by | Ed Moss
  Schwarz Straße | directed by | Ann Reed
  Ed Moss | child | Lou Moss
  It | author | Sam Hill
  Who | author | Ann Hill
  Moor | author | Bea Hill
  Ann Poe | people__person__place_of_birth | Gorm
`;
