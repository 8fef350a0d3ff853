/** The entries of a comma-separated list written over several lines. */
export function wordList(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter((word) => word !== "");
}

/** The rows of a table written as text, a line each, with ` | ` between the cells. */
export function tableRows(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split("\n")
    .map((row) => row.split(" | "));
}

/** Where a name comes from; several countries may share one. */
export type Culture =
  | "english"
  | "irish"
  | "french"
  | "spanish"
  | "italian"
  | "german"
  | "portuguese"
  | "polish"
  | "nordic"
  | "japanese"
  | "korean"
  | "indian"
  | "turkish"
  | "czech"
  | "hungarian"
  | "dutch"
  | "nigerian"
  | "arabic";

/** What a text says of each culture: `culture: …`, which may go on in the next lines. */
export function byCulture<T>(text: string, read: (entry: string) => T): Record<Culture, T> {
  const entries = text.trim().split(/\n(?=\w+:)/u);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf(":")), read(entry.slice(entry.indexOf(":") + 1))]),
  ) as Record<Culture, T>;
}

/** Family names; rarer ones on purpose, so that a chance pair seldom is somebody known. */
export const familyNames = byCulture(
  `
english: Ashdown, Barrowby, Cattermole, Dunsford, Elphick, Fairweather, Garside, Hollingbery, Inskip, Jellicoe,
  Kettlewell, Larkham, Micklethwaite, Netherby, Ockenden, Pettigrew, Quarmby, Ravenscroft, Satterthwaite, Thistlewood,
  Underhay, Vickerstaff, Wetherall, Yarborough, Applegarth, Bickerstaff, Coldwell, D'Arcy-Holt, Eastlake, Fenwright,
  Greatorex, Haythorne, Tolliver, Whitlock, Birdsall, Penhallow, Trelawney-Smith, Oakeshott
irish: O'Neill, O'Shaughnessy, Mac Giolla, Ó Briain, Ní Chonaill, Mulrooney, Devaney, Kilbride, McGillicuddy,
  O'Dowd-Hayes, Tierney, Scanlon, Rafferty, Geraghty, Breathnach, Lenihan, O'Malley, Cusack-Byrne, Dunleavy, Fogarty
french: Aubertin, Beaulieu, Castelnau, D'Aubrac, Delorme-Petit, Évrard, Fontanel, Guéret, Hautecœur, Jourdan,
  L'Hermitte, Lachaume, Marchandeau, Noirot, Pélissier, Quesnel, Roussillon, Saint-Clair, Tournebise, Vauquelin,
  Lefèvre-Roche, Brasseur-Collet, Ménard, Charpentier-Lys, Bonnefoy, Garçonnet, Thévenin, Malraison
spanish: Aguirrezábal, Barrenechea, Cifuentes, de la Fuente, Echeverría, Fuentespina, Galíndez, Hinojosa, Ibáñez,
  Jáuregui, Lizarraga, Montenegro, Navascués, Olavarría, Peñalosa, Quiñones, Riquelme, Santillán, Urrutia, Valdivieso,
  Yáñez, Zubizarreta, del Río, Carvajal, Muñoz-Peral, Núñez Ortega, Belmonte, Cascallana, Arreola
italian: Abbondanza, Bellacosa, Castelvecchio, D'Onofrio, Esposito-Ricci, Fioravanti, Gualtieri, Innocenti,
  Lombardini, Malatesta, Nardulli, Ottaviani, Passalacqua, Quattrocchi, Rondinella, Santacroce, Tagliaferri, Ubaldini,
  Vianello, Zambelli, Dell'Acqua, Di Stefano, Lo Presti, Mezzanotte, Cantalupo
german: Althoff, Birkenfeld, Drechsler, Eichendorf, Falkenrath, Grünwald, Hasselbach, Immergrün, Jägermeyer,
  Kleinschmidt, Lindenthal, Möllenkamp, Niederhäuser, Obermüller, Pfefferkorn, Rotenburg, Schönfelder, Tannhäuser,
  Uhlenbrock, von der Heide, Weißgerber, Zuckerriedel, Brückner, Süßmilch, Krähenbühl
portuguese: Albuquerque, Bragança, Carvalhais, D'Ávila, Espírito-Santo, Figueiroa, Guimarães, Lourenço, Magalhães,
  Nepomuceno, Ourém, Quintanilha, Rebelo, Sequeira, Távora, Vasconcelos, Xavier, Brandão, Falcão, Conceição
polish: Błaszczak, Chrząszcz, Dąbkowski, Gołębiowski, Jabłoński, Krzyżanowski, Łęcki, Michałowicz, Niedźwiedzki,
  Ostrowicz, Pękala, Rzepecki, Śliwiński, Świderek, Tyszkiewicz, Wróblewski, Zagórzański, Żurawik, Ćwikła, Mrozek
nordic: Ångström, Bjørkhaug, Dahlgaard, Ekström, Fjeldstad, Grønbech, Hjalmarsson, Isaksen, Kjærsgaard, Lövgren,
  Mørkeberg, Nygård, Østergaard, Rønning, Sjöstrand, Thorvaldsen, Ulvestad, Vestergaard, Øverland, Åkerblom, Lindqvist
japanese: Amemiya, Chikamatsu, Fujikage, Hanazawa, Ichijō, Kagemori, Kujō, Minazuki, Morishige, Natsukawa, Onodera,
  Otsuki, Sakakibara, Shiraishi, Tachibana, Tsukioka, Uehara, Yukimura, Kirishima, Asagiri
korean: Baek, Cha, Eom, Gil, Heo, Jang, Ki, Maeng, Namgung, Ok, Pyo, Seonwoo, Tak, Wang, Yeom
indian: Agnihotri, Bhattacharjee, Chaturvedi, Deshmukh, Gokhale, Hegde, Iyengar, Joglekar, Kulkarni, Mahapatra,
  Nambiar, Parthasarathy, Raghunathan, Sengupta, Tripathi, Upadhyay, Venkataraman, Wadhwani
turkish: Akyıldız, Bozdağ, Çelikkol, Demirağ, Ergüven, Güngör, Hızlan, Karagöz, Küçükoğlu, Özdemir, Şahinbaş,
  Taşkıran, Uzunköprü, Yağmurlu, Yılmazer
czech: Březina, Čapek-Horák, Dvořáček, Fiřt, Hlaváček, Jedlička, Křenek, Lžička, Měchura, Nezval, Ouředník, Řezníček,
  Šimůnek, Vondráček, Žďárský
hungarian: Bánffy, Csörgő, Dömötör, Esterhás, Fülöp, Gyöngyösi, Hegedűs, Kőszegi, Lőrinczi, Mészöly, Nyárádi, Pálffy,
  Szőke, Tündérvári, Zsigmond
dutch: van den Bosch, Boerhaave, de Graaf, Dijkgraaf, 't Hooft, Kuipers, van Leeuwen, Molenaar, Nachtegaal,
  Oosterhuis, van Rijnsburg, Schoonhoven, Terpstra, in 't Veld, Zonneveld
nigerian: Abiodun, Achike, Balogun, Ezenwa, Fagbemi, Ibekwe, Nwachukwu, Obiora, Ogunleye, Okafor, Onwuachi, Sowande,
  Uzochukwu, Williams-Ade
arabic: Abdel-Rahim, Al-Khatib, Bakri, Chahdi, El Masry, Fakhoury, Haddadine, Jaziri, Kanaan, Mansouri,
  Nasrallah-Aziz, Ould Salem, Rahmouni, Shamoun, Tazi, Zerrouki
`,
  wordList,
);

export const femaleNames = byCulture(
  `
english: Agnes, Beatrice, Cecily, Daphne, Edith, Flora, Georgia, Harriet, Imogen, Josephine, Kitty, Lorna, Mabel,
  Nell, Olive, Phoebe, Rosalind, Sylvia, Tamsin, Verity, Winifred, Marian, Hazel, Ivy, Joan, Ruth
irish: Aoife, Bríd, Caoimhe, Deirdre, Éabha, Fionnuala, Gráinne, Maeve, Niamh, Orla, Róisín, Sinéad, Siobhán, Sorcha,
  Úna, Clodagh, Nuala, Ciara
french: Amélie, Bérénice, Clémence, Delphine, Élodie, Florence, Geneviève, Hélène, Inès, Jeanne, Léa, Maëlle, Noémie,
  Océane, Pauline, Régine, Solène, Thérèse, Violette, Zoé, Anaïs, Chloé
spanish: Abril, Begoña, Carmen, Dolores, Elvira, Fátima, Graciela, Inés, Jimena, Leonor, Lucía, Marisol, Nieves,
  Ofelia, Pilar, Rocío, Soledad, Ximena, Yolanda, Belén, Martina, Catalina
italian: Adele, Bianca, Chiara, Donatella, Elena, Fiorella, Ginevra, Ilaria, Lucia, Marcella, Nives, Ornella, Paola,
  Rosanna, Serena, Tiziana, Viola, Agnese, Mirella
german: Anneliese, Brigitte, Cornelia, Dörte, Elfriede, Friederike, Gisela, Heike, Ingeborg, Jutta, Käthe, Liesl,
  Margarete, Nadja, Petra, Renate, Sabine, Ulrike, Wiebke, Jördis
portuguese: Amália, Beatriz, Catarina, Débora, Efigénia, Fernanda, Graça, Helena, Inês, Joana, Leonor, Mafalda, Núria,
  Olívia, Rosário, Sílvia, Teresa, Conceição, Lurdes
polish: Agnieszka, Bożena, Danuta, Elżbieta, Grażyna, Halina, Iwona, Jadwiga, Kinga, Łucja, Małgorzata, Natalia,
  Oliwia, Paulina, Róża, Stanisława, Urszula, Wioletta, Zofia, Żaneta
nordic: Astrid, Birgit, Dagny, Elin, Freja, Gudrun, Hedda, Ingrid, Jorunn, Kaisa, Liv, Märta, Nanna, Olga, Ragnhild,
  Sigrid, Solveig, Tove, Åse, Åsa, Gunnhild
japanese: Akiko, Chiyo, Emiko, Fumiko, Haruka, Izumi, Kaori, Kiyoko, Mariko, Midori, Nanami, Rei, Sachiko, Setsuko,
  Shizuka, Tomoe, Yayoi, Yoshiko, Yūko, Asuka
korean: Bo-ram, Chae-won, Da-eun, Eun-ji, Ga-young, Hye-rin, In-sook, Ji-min, Kyung-hee, Mi-ra, Na-ri, Seo-yeon,
  So-hee, Soo-ah, Ye-jin, Yoon-seo
indian: Aditi, Bhavana, Chitra, Deepa, Esha, Gauri, Hema, Indira, Jyoti, Kavita, Lakshmi, Meenal, Nandini, Padma,
  Radhika, Sarita, Tara, Usha, Vasundhara, Yamini
turkish: Aylin, Berrin, Ceyda, Defne, Ebru, Feride, Gülşen, Hülya, İpek, Leyla, Meltem, Nuray, Özge, Perihan, Selin,
  Şebnem, Tülay, Zeynep
czech: Alžběta, Blanka, Drahomíra, Eliška, Hana, Jarmila, Kateřina, Ludmila, Markéta, Naděžda, Olga, Růžena, Šárka,
  Věra, Zdeňka, Žofie
hungarian: Ágnes, Boglárka, Csilla, Dóra, Emőke, Fruzsina, Gyöngyi, Hajnalka, Ildikó, Judit, Kinga, Lívia, Márta,
  Orsolya, Piroska, Réka, Sára, Tünde, Zsófia
dutch: Anneke, Berendina, Carlijn, Dieuwke, Eefje, Femke, Gerda, Hanneke, Ilse, Jantje, Liesbeth, Maaike, Noor, Roos,
  Saskia, Tineke, Willemijn
nigerian: Adaeze, Bukola, Chiamaka, Ebele, Folake, Ifeoma, Kehinde, Morenike, Ngozi, Obioma, Olúfúnmi, Simisola,
  Temitope, Uchenna, Yewande, Zainab
arabic: Amal, Basma, Dalia, Farida, Hala, Iman, Jamila, Karima, Layla, Mona, Nour, Rania, Salma, Samira, Warda,
  Yasmine, Zeinab
`,
  wordList,
);

export const maleNames = byCulture(
  `
english: Alfred, Bernard, Clive, Desmond, Edmund, Felix, Gilbert, Humphrey, Isaac, Jasper, Kenneth, Leonard, Miles,
  Nathaniel, Oscar, Percy, Quentin, Rupert, Stanley, Theodore, Victor, Walter, Amos, Silas, Ned, Wilfred
irish: Aidan, Brendan, Cathal, Cormac, Declan, Diarmuid, Eoin, Fergal, Fionn, Lorcán, Malachy, Oisín, Pádraig, Rónán,
  Ruairí, Seán, Tadhg, Tomás, Dónal
french: Aurélien, Baptiste, Cédric, Damien, Étienne, Fabrice, Gaël, Hervé, Isidore, Jérôme, Loïc, Maxence, Noël,
  Octave, Pascal, Rémi, Sébastien, Théo, Urbain, Yannick, François, Benoît
spanish: Álvaro, Baltasar, Ciro, Damián, Esteban, Facundo, Gonzalo, Hernán, Ignacio, Joaquín, Lautaro, Martín, Néstor,
  Octavio, Patricio, Ramón, Salvador, Tomás, Vicente, Íñigo, Nicolás, Germán
italian: Achille, Bruno, Corrado, Dario, Ettore, Fabrizio, Gaetano, Ivo, Lorenzo, Massimiliano, Niccolò, Ottavio,
  Piero, Renzo, Silvano, Tommaso, Ugo, Valerio, Giosuè, Cosimo
german: Albrecht, Bernd, Clemens, Detlef, Eckhard, Friedhelm, Götz, Hartmut, Ingo, Jürgen, Klaus, Lothar, Manfred,
  Norbert, Ottmar, Rüdiger, Siegfried, Thorsten, Uwe, Wolfram, Jörg
portuguese: Afonso, Bento, Caetano, Duarte, Estêvão, Filipe, Gonçalo, Heitor, Inácio, João, Leandro, Martim, Nuno,
  Otávio, Raúl, Simão, Tomé, Vasco, Zeferino
polish: Andrzej, Bartłomiej, Czesław, Dariusz, Eugeniusz, Franciszek, Grzegorz, Henryk, Ireneusz, Jarosław, Krzysztof,
  Łukasz, Mieczysław, Norbert, Paweł, Radosław, Sławomir, Wojciech, Zbigniew
nordic: Anders, Bjørn, Carsten, Einar, Frode, Gunnar, Håkon, Ivar, Jørgen, Kjell, Lennart, Magnus, Niels, Olaf, Palle,
  Rasmus, Søren, Torbjörn, Ulf, Øyvind, Åke
japanese: Akihiro, Daisuke, Eiji, Fumio, Genzō, Haruto, Isamu, Jun, Katsuo, Kenji, Makoto, Noboru, Osamu, Ryōta,
  Saburo, Shin, Takumi, Tetsuo, Yasushi, Yūji
korean: Byung-ho, Chang-min, Dae-jung, Dong-wook, Gi-tae, Hyun-woo, In-ho, Jae-sung, Kwang-su, Min-jun, Sang-hoon,
  Seung-gi, Tae-yang, Woo-jin, Yong-nam
indian: Anand, Bhaskar, Chetan, Devdas, Eknath, Ganesh, Harish, Ishaan, Jagdish, Kiran, Lalit, Mohan, Naveen, Omkar,
  Prakash, Raghav, Sanjay, Tushar, Uday, Vikram
turkish: Adnan, Barış, Cemil, Doğan, Emre, Ferhat, Gökhan, Halil, İlker, Kaan, Levent, Murat, Nihat, Orhan, Rıza,
  Selçuk, Tarık, Umut, Volkan, Yiğit
czech: Bohumil, Ctibor, Dalibor, František, Hynek, Jaromír, Květoslav, Lubomír, Miloš, Oldřich, Přemysl, Radek,
  Stanislav, Tomáš, Václav, Zdeněk
hungarian: Attila, Balázs, Csaba, Dezső, Endre, Ferenc, Gergő, Győző, Imre, Jenő, Kálmán, Lőrinc, Miklós, Ödön, Rezső,
  Sándor, Tibor, Vilmos, Zsolt
dutch: Adriaan, Bram, Cornelis, Diederik, Egbert, Floris, Gijs, Hendrik, Joost, Klaas, Lodewijk, Maarten, Pieter,
  Reinier, Sjoerd, Teun, Wouter
nigerian: Adebayo, Babatunde, Chukwuemeka, Damilola, Emeka, Femi, Ikenna, Jide, Kelechi, Musa, Nnamdi, Obinna,
  Olúmìdé, Segun, Tunde, Uche, Yusuf
arabic: Adel, Bassam, Fadi, Ghassan, Hamza, Ibrahim, Jamal, Khaled, Mahmoud, Nabil, Omar, Rachid, Samir, Tarek, Walid,
  Youssef, Ziad
`,
  wordList,
);
